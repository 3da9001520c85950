import type { RefObject } from 'react';
import { useTexts } from '#src/ui/texts.tsx';
import { PasswordField } from '../password-field/island.tsx';

export interface PassphraseFieldProps {
  readonly id: string;
  /** What stands in it at first. */
  readonly typed?: string;
  readonly hint: string;
  readonly error: string | null;
  /** It is being chosen, not one that the secret already has. */
  readonly isNew?: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** The passphrase of a secret. */
export function PassphraseField({ isNew = false, ...props }: PassphraseFieldProps) {
  const { t } = useTexts();
  return (
    <PasswordField
      {...props}
      name="passphrase"
      label={t('passphrase.field.label')}
      showLabel={t('passphrase.field.show')}
      // Browsers ignore `off` for passwords: a secret would be shared with that of the sender's account, unseen.
      autoComplete={isNew ? 'new-password' : 'off'}
    />
  );
}
