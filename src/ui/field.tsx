import { Icon } from './icon.tsx';

/** What is wrong with a field, read out at once; the field names it in aria-describedby. */
export function FieldError({ id, message }: { id: string; message: string }) {
  return (
    <p className="error" id={id} role="alert">
      <Icon name="alert" variant="icon--sm" />
      {message}
    </p>
  );
}

/** The value of aria-describedby for a field with these ids of hint and error. */
export function describedBy(...ids: readonly (string | null)[]): string | undefined {
  return ids.filter((id) => id !== null).join(' ') || undefined;
}
