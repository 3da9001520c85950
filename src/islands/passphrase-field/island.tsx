import type { RefObject } from 'react';
import { useTexts } from '#src/ui/texts.tsx';
import { PasswordField } from '../password-field/island.tsx';

export interface PassphraseFieldProps {
  readonly id: string;
  /** What stands in it at first. */
  readonly typed?: string;
  readonly hint: string;
  readonly error: string | null;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** The passphrase of a secret. */
export function PassphraseField(props: PassphraseFieldProps) {
  const { t } = useTexts();
  return (
    <PasswordField
      {...props}
      name="passphrase"
      label={t('passphrase.field.label')}
      showLabel={t('passphrase.field.show')}
      autoComplete="off"
    />
  );
}
