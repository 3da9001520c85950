import { type RefObject, useState } from 'react';
import { describedBy, FieldError } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/texts.tsx';

export interface PassphraseFieldProps {
  readonly id: string;
  readonly hint: string;
  readonly error: string | null;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** A passphrase with a button that shows and hides it. */
export function PassphraseField({ id, hint, error, inputRef }: PassphraseFieldProps) {
  const { t } = useTexts();
  const [isVisible, setVisible] = useState(false);
  const errorId = error === null ? null : `${id}-error`;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('passphrase.field.label')}
      </label>
      <span className="affix">
        <input
          className="input"
          id={id}
          ref={inputRef}
          name="passphrase"
          type={isVisible ? 'text' : 'password'}
          autoComplete="off"
          aria-describedby={describedBy(`${id}-hint`, errorId)}
          aria-invalid={error === null ? undefined : true}
        />
        <button
          className="btn btn--icon btn--quiet needs-script"
          type="button"
          aria-label={isVisible ? t('passphrase.field.hide') : t('passphrase.field.show')}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      </span>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {error !== null && errorId !== null && <FieldError id={errorId} message={error} />}
    </div>
  );
}
