import { DAY_MS } from '#src/values/spans.ts';

/** No try is put off for longer: what seems to be was put off by a clock that was wrong, and is due. */
export const FARTHEST_DUE_MS = DAY_MS;

/** A mail as it enters the store. Its recipient, its words and its language are sealed. */
export interface SealedMail {
  readonly id: string;
  /** Names the site secret that opens this row. */
  readonly siteKeyId: string;
  /** Under this name somebody will ask what became of it; null when nobody will. */
  readonly ticketHash: string | null;
  /** Names the account that it is sent to, or for; it goes with that account. */
  readonly accountHash: string;
  /** The whole mail. Erased as soon as it is sent, has failed, or is over. */
  readonly sealed: Uint8Array;
  /** What of the address may be shown, for those who ask by the ticket; null without one. */
  readonly label: Uint8Array | null;
  readonly createdAtMs: number;
  /** Not tried before. */
  readonly dueAtMs: number;
  /** What it announces is over then. */
  readonly expiresAtMs: number;
}

/** The right to send one mail, until the lease runs out and somebody else takes it. */
export interface Lease {
  readonly id: string;
  /** Of the holder; another one for every lease. */
  readonly token: string;
}

export interface LeasedMail extends Lease {
  readonly sealed: Uint8Array;
  /** This one included. */
  readonly tries: number;
  readonly expiresAtMs: number;
  /**
   * A former holder had begun to hand it over and never said how that ended: the recipient may have
   * it already.
   */
  readonly isUncertain: boolean;
}

/** How a try ended. */
export type Settlement =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed' }
  /** Erased without having been sent, and counted nowhere. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'retry'; readonly dueAtMs: number }
  /** Not tried, or broken off by ourselves: the try that the lease has counted is taken back. */
  | { readonly kind: 'postponed'; readonly dueAtMs: number };

export interface OutboxStatus {
  readonly id: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly tries: number;
  readonly updatedAtMs: number;
  readonly label: Uint8Array;
}

/**
 * Where sealed mails wait. Every adapter passes tests/store/outbox-store.contract.ts. Each method is
 * one atomic step, durable when it resolves, also between processes on one store. Expiry and leases
 * are judged by the `nowMs` passed in. Throws `StoreUnavailable` when the store cannot be reached.
 */
export interface OutboxStore {
  /** Throws `IdTaken`. */
  put(mail: SealedMail): Promise<void>;

  /**
   * Takes the mail that has been due longest, and counts a try: of any number of simultaneous callers one gets it, and
   * nobody else before `untilMs`, unless it is settled. Null when nothing is due. Those that are due further away than
   * `FARTHEST_DUE_MS` come last.
   */
  lease(lease: { readonly token: string; readonly untilMs: number }, nowMs: number): Promise<LeasedMail | null>;

  /**
   * The holder is about to hand the content over: marks the mail and prolongs the lease. False, and
   * then nothing may be handed over, when the lease is somebody else's by now or the mail is over.
   */
  beginSending(lease: Lease, untilMs: number, nowMs: number): Promise<boolean>;

  /** Prolongs the lease; false when it is somebody else's by now. */
  renew(lease: Lease, untilMs: number, nowMs: number): Promise<boolean>;

  /**
   * Ends the lease. All but 'retry' and 'postponed' erase the content; with a ticket the status stays until the mail's
   * expiry. False, and nothing changed, when the lease is somebody else's by now.
   */
  settle(lease: Lease, settlement: Settlement, nowMs: number): Promise<boolean>;

  /** Erases all mails of an account, sent or not, and what became of them. */
  forget(accountHash: string): Promise<void>;

  /** When the next mail is due or the next lease runs out; null when nothing waits. Changes nothing. */
  nextDueMs(nowMs: number): Promise<number | null>;

  /** What became of the mails under that ticket, in the order of their ids. Changes nothing. */
  statusOf(ticketHash: string, nowMs: number): Promise<readonly OutboxStatus[]>;

  /**
   * Kept, not scanned. A mail that is over before it was sent counts as failed once it is cleaned
   * away, until then as waiting.
   */
  totals(): Promise<{ readonly sent: number; readonly failed: number; readonly waiting: number }>;
}
