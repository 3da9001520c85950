import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { GeneratePassword } from '#src/crypto/generate-password.ts';
import type { KeyMaker, SecretId } from '#src/crypto/ids.ts';
import type { KeyRing } from '#src/crypto/key-ring.ts';
import type { PassphraseStretcher } from '#src/crypto/passphrase.ts';
import type { CustId, Owner } from '#src/features/accounts/customer.ts';
import type { Mailer } from '#src/mail/mail-port.ts';
import type { GuessPolicy } from './secret.ts';
import type { OwnerCopy } from './secret-facts.ts';
import type { SecretStore } from './secret-store.ts';

export interface SecretLimits {
  /** How long the sender may see the content again; 0 never. */
  readonly senderCopySeconds: number;
  /** How long a claimant may have a received secret again; 0 never. */
  readonly redeliverySeconds: number;
}

/** What binds secrets to accounts. */
export interface Owners {
  /** Names the owner in rows; says nothing to anybody without the site secret. */
  tagOf(owner: Owner): string;
  sealCopy(id: SecretId, copy: OwnerCopy): Uint8Array;
  /** null where it needs a site secret that is not known any more. */
  openCopy(id: SecretId, sealed: Uint8Array): OwnerCopy | null;
  /**
   * Counts a secret and its mails for the customer. If the account has gone meanwhile, its secrets become nobody's and
   * its mails are forgotten. Never rejects: a lost count must not cost a secret.
   */
  noteCreated(owner: Owner, mails: number): Promise<void>;
  /** Counts a secret that was read, and never rejects either. */
  noteReceived(owner: CustId): Promise<void>;
  /**
   * Verifies whom the content of a verification secret names. Returns what its reader is shown, null if it verifies
   * nobody any more. Idempotent.
   */
  takeVerification(content: string): Promise<string | null>;
}

export interface SecretDeps {
  readonly store: SecretStore;
  readonly seal: KeyRing;
  readonly stretcher: PassphraseStretcher;
  readonly keys: KeyMaker;
  /** What a row keeps of a claimant. */
  readonly hashClaimant: (token: ClaimantToken) => Uint8Array;
  readonly generatePassword: GeneratePassword;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly limits: SecretLimits;
  readonly guessPolicy: GuessPolicy;
  readonly owners: Owners;
  /** Names a custom domain in rows; says nothing to anybody without the site secret. null for the site's own name. */
  readonly domainTagOf: (shareDomain: string) => string | null;
  /** Takes one of the mails that a customer may have sent today: null, else the seconds until there are places again. */
  readonly takeMailPlace: (custid: CustId) => Promise<number | null>;
  readonly mailer: Pick<Mailer, 'send' | 'statusOf'>;
  /** 'fo*****@e*****.com'. */
  readonly obscureAddress: (address: string) => string;
}
