import type { KeyMaker, RandomBytes, ResetKey } from '#src/crypto/ids.ts';
import type { PasswordHasher } from '#src/crypto/password.ts';
import type { Mailer } from '#src/mail/mail-port.ts';
import type { AccountStore } from './account-store.ts';
import type { CustId, Customer, Owner } from './customer.ts';
import type { Guard } from './guard.ts';

/** Who asks, as far as mails and limits need to know it. */
export interface Caller {
  /** The network address that tries are counted by. */
  readonly network: string;
  /** Our code of the language that is spoken. */
  readonly locale: string;
  /** As people read it. */
  readonly host: string;
  /** Scheme and host that links begin with. */
  readonly origin: string;
}

export interface AccountRules {
  /** A new account can be used at once: no mail proves its address. */
  readonly autoverifies: boolean;
  /** In lower case; empty allows all. */
  readonly signupDomains: readonly string[];
  readonly resetTtlSeconds: number;
  /** Codes that can be chosen. */
  readonly locales: readonly string[];
}

/** A link that is to be mailed; it is over at `expiresAtMs`. */
export interface MadeLink {
  readonly link: string;
  readonly expiresAtMs: number;
}

/** A mail with such a link. */
export interface LinkMail {
  readonly to: CustId;
  /** null: a mail that goes nowhere, so that the time is the same. */
  readonly customer: Pick<Customer, 'locale'> | null;
  readonly made: MadeLink;
  readonly caller: Caller;
}

/** Makes a link to a secret in verification mode; claiming it verifies whom `content` names (`readVerification`). */
export type MakeVerificationLink = (content: string, origin: string) => Promise<MadeLink>;

export interface AccountDeps {
  readonly store: AccountStore;
  readonly guard: Guard;
  readonly passwords: PasswordHasher;
  readonly keys: Pick<KeyMaker, 'resetKey'>;
  readonly resetIdOf: (key: ResetKey) => string;
  readonly apiTokens: { readonly make: () => string; readonly hashOf: (token: string) => string };
  readonly mailer: Mailer;
  readonly makeVerificationLink: MakeVerificationLink;
  readonly departure: Departure;
  /** Something that failed and must not undo what was done. */
  readonly report: (error: unknown) => void;
  readonly randomBytes: RandomBytes;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly rules: AccountRules;
}

/** What goes with a deleted account besides the account itself. */
export interface Departure {
  /** Before the account goes: what does not expire by itself. Throws `StoreUnavailable`, and then nothing is deleted. */
  begin(owner: Owner): Promise<void>;
  /** When it has gone: the rest, and what came in the meantime. Every step is tried, whatever another does. */
  finish(owner: Owner): Promise<void>;
}
