import { FieldError } from '#src/ui/field.tsx';
import type { FormError } from '../page-props.ts';

const ID = 'form-error';

/** What was wrong with a form, above the button that sends it again. */
export function FormErrorLine({ error }: { error: FormError | null }) {
  return error === null ? null : <FieldError id={ID} message={error.message} isFirst={error.field === null} />;
}

/** The id of that line for the field it is about; null for every other field. */
export function errorIdFor(field: string, error: FormError | null): string | null {
  return error?.field === field ? ID : null;
}
