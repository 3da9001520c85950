import type { MetadataId, SecretId } from '#src/crypto/ids.ts';
import type { BurnedBy, GuessState, Life } from './secret.ts';

/** A secret as it enters the store: everything in it that could tell something is sealed. */
export interface SealedSecret {
  readonly id: SecretId;
  /** Of the seal, `SEAL_VERSION`. */
  readonly version: number;
  /** Version of the passphrase stretching; 0 without a passphrase. */
  readonly kdfVersion: number;
  /** Names the site secret that opens this row. */
  readonly siteKeyId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly recordExpiresAtMs: number;
  readonly hasPassphrase: boolean;
  /** SHA-256 of the proof. */
  readonly proofHash: Uint8Array;
  /** Names the owner to the owner alone; null without an account. */
  readonly ownerTag: string | null;
  /** Names the custom domain it was shared for to the site alone; null for the site itself. */
  readonly domainTag: string | null;
  /** Whether it is in the counts of secrets; a verification, which no sender has made, is in none. */
  readonly isCounted: boolean;
  /** The way back for the owner: metadata key and facts, sealed under the site secret; null without an owner. */
  readonly ownerCopy: Uint8Array | null;
  readonly facts: Uint8Array;
  readonly content: Uint8Array;
  readonly senderCopy: SenderCopy | null;
}

export interface SenderCopy {
  readonly sealed: Uint8Array;
  readonly untilMs: number;
}

/** The sender's side: the link and the facts, sealed under the metadata key. Written once. */
export interface SealedMetadata {
  readonly id: MetadataId;
  readonly sealed: Uint8Array;
  readonly createdAtMs: number;
  readonly recordExpiresAtMs: number;
}

/** A secret's row as anybody but a claimant sees it: state and flags, never content. */
export interface SecretRow extends GuessState {
  readonly version: number;
  readonly kdfVersion: number;
  readonly siteKeyId: string;
  /** Judged by the clock that was passed in. */
  readonly life: Life;
  readonly createdAtMs: number;
  readonly openedAtMs: number | null;
  /** When the sender first read the record through API v1. */
  readonly viewedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly burnedBy: BurnedBy | null;
  readonly expiresAtMs: number;
  readonly recordExpiresAtMs: number;
  readonly hasPassphrase: boolean;
  readonly ownerTag: string | null;
  readonly isCounted: boolean;
  /** Hash of the claimant token under which it was received, while its content may still be kept for that claimant. */
  readonly claimantHash: Uint8Array | null;
  /** Is being handed out right now, and waits again if that fails; never so where no replica is waited for. */
  readonly isHeld: boolean;
  readonly facts: Uint8Array;
}

/** As much of a row as a list of secrets tells. */
export type ListedRow = Pick<
  SecretRow,
  | 'ownerTag'
  | 'life'
  | 'createdAtMs'
  | 'openedAtMs'
  | 'viewedAtMs'
  | 'endedAtMs'
  | 'expiresAtMs'
  | 'recordExpiresAtMs'
  | 'hasPassphrase'
>;

/** Made at or after `sinceMs`: the newest, no more than `limit`. */
export interface OwnedRange {
  readonly sinceMs: number;
  readonly limit: number;
}

/** A secret of an owner, with what the owner alone may open of it. */
export interface OwnedRow {
  readonly id: SecretId;
  readonly row: ListedRow;
  readonly ownerCopy: Uint8Array;
}

/** Shows that the claimant holds the key, and the passphrase if there is one. */
export interface ProvenAttempt {
  /** SHA-256 of the proof that the key (and the passphrase) give. */
  readonly proofHash: Uint8Array;
}

/** A claim without a claimant, or by one who may get the same content again. */
export type ClaimAttempt = ProvenAttempt &
  (
    | { readonly claimantHash: null }
    | {
        /** SHA-256 of the claimant token. */
        readonly claimantHash: Uint8Array;
        /** From the claim on; more than 0. */
        readonly redeliveryMs: number;
      }
  );

/** Why a claim or a burn did not happen. */
export type AttemptRefusal =
  /** Unknown, received, burned or expired. */
  | { readonly kind: 'gone' }
  /** The proof was not looked at. */
  | { readonly kind: 'too-early'; readonly guesses: GuessState }
  /** The proof was wrong; it has been counted. */
  | { readonly kind: 'wrong-proof'; readonly guesses: GuessState };

/** Secrets that an operator burns together: all, an owner's, those shared for a domain, or these. */
export type Whose =
  | { readonly kind: 'all' }
  | { readonly kind: 'owner'; readonly ownerTag: string }
  | { readonly kind: 'domain'; readonly domainTag: string }
  | { readonly kind: 'ids'; readonly ids: readonly SecretId[] };

export type ClaimOutcome = Claimed | AttemptRefusal;

export interface Claimed {
  readonly kind: 'claimed';
  readonly content: Uint8Array;
  /** This claimant had it before. */
  readonly isAgain: boolean;
  /** As its row; never for one who had it before. */
  readonly isCounted: boolean;
}

/** What was claimed in one step, with its row. */
export interface ClaimedAtOnce extends Claimed {
  readonly row: SecretRow;
}

export interface Burned {
  readonly kind: 'burned';
  /** As its row. */
  readonly isCounted: boolean;
}

export type BurnOutcome = Burned | AttemptRefusal;

/** A key or row name that stands in the store already. With 160 random bits: a bug, never chance. */
export class IdTaken extends Error {
  override name = 'IdTaken';
}

/**
 * Where sealed secrets wait. Every adapter passes tests/store/secret-store.contract.ts.
 * Each method is one atomic step; none reads first and writes later. Expiry is judged by the
 * `nowMs` passed in: time to live and sweeps only clean up. When the store cannot be reached, every
 * method throws `StoreUnavailable`.
 */
export interface SecretStore {
  /** Writes metadata, then the secret; both are durable when it resolves. Throws `IdTaken`. */
  put(secret: SealedSecret, metadata: SealedMetadata): Promise<void>;

  /** State and flags; null when nothing is known, or the record itself has expired. */
  look(id: SecretId, nowMs: number): Promise<SecretRow | null>;

  /**
   * `look` for recipients: null also if the secret is over and kept for no claimant. Takes as much work then as for a
   * name that nobody has: the time must not tell that somebody has read it.
   */
  lookKept(id: SecretId, nowMs: number): Promise<SecretRow | null>;

  /**
   * Takes the content: of any number of simultaneous claimants with a right proof exactly one gets
   * it, durable before it resolves. A wrong proof is counted in the same step. The sender's copy goes too.
   *
   * With a claimant the content stays for `redeliveryMs`, though the secret is received at once: who claims with the
   * same claimant and the same proof until then gets it again. To everybody else it is gone, and nothing is counted.
   */
  claim(id: SecretId, attempt: ClaimAttempt, nowMs: number): Promise<ClaimOutcome>;

  /**
   * `claim` without a look before it, for a secret without a passphrase that was made under this site secret. Null for
   * any other, for one that cannot be claimed, and if this store cannot tell in one step: nothing is changed then, no
   * wrong try is counted, and `look` and `claim` say why.
   */
  claimAtOnce(id: SecretId, attempt: ClaimAttempt, siteKeyId: string, nowMs: number): Promise<ClaimedAtOnce | null>;

  /** Destroys the content unread; shares the proof and its count with `claim`. */
  burn(id: SecretId, attempt: ProvenAttempt, burnedBy: BurnedBy, nowMs: number): Promise<BurnOutcome>;

  /**
   * Destroys, for the operator and without a proof, everything unread of this kind that was made at `nowMs` or
   * before. Each secret ends in one atomic step, so one that is being claimed is delivered or burned, never
   * both; what ends otherwise meanwhile stays as it ended. What was received stays received, and is not kept for its
   * claimant any longer. Goes in batches of a few hundred, and says after each how many it has burned. If it is cut
   * short, call it again.
   */
  burnUnread(whose: Whose, nowMs: number): AsyncIterable<number>;

  /** Notes once that somebody was about to open it. No effect on a secret that is over. */
  markOpened(id: SecretId, nowMs: number): Promise<void>;

  /**
   * Notes once that the sender has read the record, whatever became of the secret: of any number of simultaneous
   * readers exactly one is told that it was the first. False where nothing is known. An answer that was lost is not
   * given again.
   */
  markViewed(id: SecretId, nowMs: number): Promise<boolean>;

  /** Forgets the wrong tries and lifts the waiting time and the lock of a living secret. */
  liftLock(id: SecretId, nowMs: number): Promise<void>;

  /** The sealed sender's copy while it is kept and the secret lives, else null. Changes nothing. */
  senderCopy(id: SecretId, nowMs: number): Promise<SenderCopy | null>;

  /** What this owner has created and is still recorded, newest first. */
  ownedBy(ownerTag: string, range: OwnedRange, nowMs: number): Promise<readonly OwnedRow[]>;

  /** How many these are, at most the limit; costs no more where there are more. */
  countOwnedBy(ownerTag: string, range: OwnedRange, nowMs: number): Promise<number>;

  /** Takes the owner's name off all of that owner's secrets, a few hundred at a time; they live on as nobody's. */
  disown(ownerTag: string): Promise<void>;

  /** The sealed metadata, or null when nothing is known or it has expired. */
  metadata(id: MetadataId, nowMs: number): Promise<Uint8Array | null>;
}
