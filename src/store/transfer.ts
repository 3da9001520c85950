import type { ResetRecord } from '#src/features/accounts/account-store.ts';
import type { Customer, Owner } from '#src/features/accounts/customer.ts';
import type { BillingSnapshot, PayerId } from '#src/features/billing/billing.ts';
import type { DayTally } from '#src/features/colonel/colonel-store.ts';
import type { Domain, Logo } from '#src/features/domains/domain.ts';
import type { SealedFeedback } from '#src/features/feedback/feedback-store.ts';
import type { StoredLife } from '#src/features/secrets/secret.ts';
import type { SealedMetadata, SealedSecret, SecretRow } from '#src/features/secrets/secret-store.ts';
import type { KeptSession } from '#src/features/sessions/session-store.ts';
import type { LeasedMail, SealedMail } from '#src/mail/outbox-store.ts';

/** The site's own facts. */
export interface SiteRecord {
  readonly kind: 'site';
  /** What is known of the site's secrets (features/keys/key-record.ts); null where no server has run on it. */
  readonly keyRecord: string | null;
  readonly banner: string | null;
}

export interface CustomerRecord {
  readonly kind: 'customer';
  readonly customer: Customer;
}

/** A reset key that is still good. */
export interface LinkRecord extends Omit<ResetRecord, 'createdAtMs'> {
  readonly kind: 'reset';
}

/** The number of the last look at the payment provider, of whatever account. */
export interface LookRecord {
  readonly kind: 'look';
  readonly last: number;
}

export interface BillingRecord {
  readonly kind: 'billing';
  readonly owner: Owner;
  /** In the order in which they were linked. */
  readonly payers: readonly { readonly id: PayerId; readonly linkedLook: number }[];
  readonly seen: BillingSnapshot | null;
  readonly keptLook: number;
  readonly nextLookAtMs: number;
}

export interface DomainRecord {
  readonly kind: 'domain';
  readonly domain: Domain;
  readonly nextLookAtMs: number;
  readonly logo: Logo | null;
}

type Sealed = Omit<SealedSecret, 'content'> & Pick<SecretRow, 'openedAtMs' | 'viewedAtMs' | 'endedAtMs' | 'burnedBy'>;

/** A secret in whatever state: `content` is null exactly where it is over. */
export interface SecretRecord extends Sealed, Pick<SecretRow, 'failures' | 'notBeforeMs' | 'lockedUntilMs'> {
  readonly kind: 'secret';
  readonly life: StoredLife;
  readonly content: Uint8Array | null;
}

/** A secret that may stand in the same stream as a live one, and is over all the same: this is what counts. */
export interface EndRecord extends Pick<SecretRecord, 'id' | 'endedAtMs' | 'burnedBy'> {
  readonly kind: 'end';
  readonly life: Exclude<StoredLife, 'live'>;
}

export interface MetadataRecord extends Omit<SealedMetadata, 'createdAtMs'> {
  readonly kind: 'metadata';
}

export interface SessionRecord {
  readonly kind: 'session';
  readonly id: string;
  readonly session: KeptSession;
}

export interface AttemptRecord {
  readonly kind: 'attempt';
  readonly name: string;
  readonly count: number;
  readonly notBeforeMs: number;
  readonly expiresAtMs: number;
}

export interface FeedbackRecord extends SealedFeedback {
  readonly kind: 'feedback';
}

/** Places taken under one name. */
export interface PlaceRecord {
  readonly kind: 'place';
  readonly name: string;
  readonly taken: number;
  readonly untilMs: number;
}

/** `sealed` is null exactly where the mail is settled. */
export interface MailRecord extends Omit<SealedMail, 'sealed' | 'siteKeyId'>, Pick<LeasedMail, 'tries'> {
  readonly kind: 'mail';
  readonly siteKeyId: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly updatedAtMs: number;
  /** Who is sending it; null for nobody. */
  readonly lease: string | null;
  readonly isSending: boolean;
  readonly sealed: Uint8Array | null;
}

/** Numbers that no row tells any more. */
export interface TallyRecord {
  readonly kind: 'tally';
  readonly created: number;
  readonly shared: number;
  readonly mailsSent: number;
  readonly mailsFailed: number;
  readonly days: readonly DayTally[];
}

export type TransferRecord =
  | SiteRecord
  | CustomerRecord
  | LinkRecord
  | LookRecord
  | BillingRecord
  | DomainRecord
  | SecretRecord
  | EndRecord
  | MetadataRecord
  | SessionRecord
  | AttemptRecord
  | FeedbackRecord
  | PlaceRecord
  | MailRecord
  | TallyRecord;

export type RecordKind = TransferRecord['kind'];

/** All of a store, in an order in which it can be loaded: whatever refers to something comes after it. */
export const ALL_KINDS: readonly RecordKind[] = [
  ...(['site', 'customer', 'reset', 'look', 'billing', 'domain', 'secret', 'end', 'metadata'] as const),
  ...(['session', 'attempt', 'feedback', 'place', 'mail', 'tally'] as const),
];

/**
 * How records meet what is there. `copy`: into a store that holds nothing but what this copy has written,
 * and is marked as filling. `restore`: beside a server that may run on it.
 */
export type LoadRule =
  | { readonly how: 'copy' }
  | {
      readonly how: 'restore';
      /** What is there gives way to the record; else it stays. */
      readonly isReplacing: boolean;
      /** Secrets that this store knows nothing of come back to life; else they are left out. */
      readonly isReviving: boolean;
    };

/** Whether what is there gives way to the record. */
export function isReplacing(rule: LoadRule): boolean {
  return rule.how === 'copy' || rule.isReplacing;
}

/** Whether secrets that the store knows nothing of come to life in it. */
export function isReviving(rule: LoadRule): boolean {
  return rule.how === 'copy' || rule.isReviving;
}

/** What became of a record. */
export type LoadOutcome =
  | 'added'
  | 'replaced'
  /** There is one, and it stays. */
  | 'kept'
  /** It has expired, its account is gone, or this store knows that it was received or burned. */
  | 'over'
  /** A secret that this store knows nothing of: it may have been read in the meantime. */
  | 'unknown';

/**
 * All of a store as records that no store is special in: what one has dumped any other loads, and answers
 * every verb as the first did. Every adapter passes tests/store/transfer.contract.ts. Failures are
 * `StoreUnavailable`.
 */
export interface StoreTransfer {
  /**
   * What there is of these kinds, in an order in which it can be loaded; what is over by `nowMs` may be missing.
   * Holds a part of it in memory at a time. SQLite: all of it as it was at the first record, whatever is written
   * meanwhile. Redis: each record whole and as it was at some moment while the dump ran; what was there all
   * the time is there, what came or went meanwhile may be. A secret that ended before the last record is
   * there as ended, or as live with an `end` after it, or not at all. A record may come twice.
   */
  dump(kinds: readonly RecordKind[], nowMs: number): AsyncIterable<TransferRecord>;

  /** How many records that will be, about. */
  count(kinds: readonly RecordKind[]): Promise<number>;

  /**
   * Loads a batch and says what became of each record, in their order. Each record is one atomic step, and may
   * be loaded again. A secret that is over on either side is over: never is one brought back that this store
   * knows to be received or burned. Counts of what was ever created and shared change by a `tally` alone.
   */
  load(records: readonly TransferRecord[], rule: LoadRule, nowMs: number): Promise<readonly LoadOutcome[]>;

  /** Takes everything out of a store that is marked as filling, the mark excepted. */
  erase(): Promise<void>;
}
