import type { LeadStore } from '#src/led-work.ts';

/**
 * What the site's sealers have sealed and what does not end soon: an owner's way back to a secret, feedback,
 * and who has opened the home page of a domain. It is sealed anew after a change of the site secret.
 */
export const SEALED_KINDS = ['owner-copy', 'feedback', 'home-owner'] as const;

/** Also the purpose that it is sealed for. */
export type SealedKind = (typeof SEALED_KINDS)[number];

export interface SealedValue {
  /** Names its row. */
  readonly row: string;
  /** What it was sealed for: opens only together with this. */
  readonly id: string;
  readonly sealed: Uint8Array;
  /** When it goes with its row; null for what stays. */
  readonly untilMs: number | null;
}

export interface SealedPage {
  readonly values: readonly SealedValue[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

/** Rows that name the key of a site secret, and can be opened with no other. */
export interface RowNeed {
  readonly kind: 'secrets' | 'mails';
  readonly siteKeyId: string;
  readonly rows: number;
  /** When the last of them is over. */
  readonly untilMs: number;
}

/**
 * What a change of the site secret has to do with the store. Every adapter passes
 * tests/store/key-store.contract.ts. Throws `StoreUnavailable` when the store cannot be reached. The lead is the
 * resealer's.
 */
export interface KeyStore extends LeadStore {
  /** What is known of the site's secrets (`key-record.ts`), null in a new store. Changes nothing. */
  record(): Promise<string | null>;
  /** Replaces it if it still is `from`, in one atomic step, also between processes; false otherwise. */
  replaceRecord(from: string | null, to: string): Promise<boolean>;

  /** Looks through all rows, which may take minutes in a large store: for operators, and before a secret is dropped. */
  needs(nowMs: number): Promise<readonly RowNeed[]>;

  /**
   * At most a few hundred values at a time. What was there at the first page and stays is on one of the pages; what is
   * written meanwhile may be.
   */
  sealedPage(kind: SealedKind, from: string | null): Promise<SealedPage>;
  /** Puts `to` in the place of `sealed` if that still is there, in one atomic step; false otherwise. */
  reseal(kind: SealedKind, value: SealedValue, to: Uint8Array): Promise<boolean>;
}
