import type { GeneratePassword } from '#src/crypto/generate-password.ts';
import type { KeyMaker } from '#src/crypto/ids.ts';
import type { PassphraseStretcher } from '#src/crypto/passphrase.ts';
import type { Seal } from '#src/crypto/seal.ts';
import type { GuessPolicy } from './secret.ts';
import type { SecretStore } from './secret-store.ts';

export interface SecretLimits {
  /** Unicode code points. */
  readonly maxContentChars: number;
  /** How long the sender may see the content again; 0 never. */
  readonly senderCopySeconds: number;
}

export interface SecretDeps {
  readonly store: SecretStore;
  readonly seal: Seal;
  readonly stretcher: PassphraseStretcher;
  readonly keys: KeyMaker;
  readonly generatePassword: GeneratePassword;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly limits: SecretLimits;
  readonly guessPolicy: GuessPolicy;
}
