import { fieldState } from '#src/ui/field.tsx';
import { useTexts } from '#src/ui/texts.tsx';
import type { FormError } from '../page-props.ts';
import { errorIdFor } from './form-error.tsx';

/** The address that is the name of an account. `address` is what was typed before an error. */
export function EmailField({ address, error }: { address: string; error: FormError | null }) {
  const { t } = useTexts();
  const errorId = errorIdFor('u', error);
  return (
    <div className="field">
      <label className="label" htmlFor="u">
        {t('accounts.field.email')}
      </label>
      <input
        className="input"
        id="u"
        name="u"
        type="email"
        autoComplete="username"
        required
        dir="ltr"
        defaultValue={address}
        {...fieldState(null, errorId)}
      />
    </div>
  );
}
