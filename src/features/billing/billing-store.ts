import type { Owner } from '#src/features/accounts/customer.ts';
import type { LeadStore } from '#src/led-work.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { Billing, BillingSnapshot, PaidTerm, PayerId } from './billing.ts';

export type LinkOutcome =
  | 'linked'
  /** There is no such account, or no longer, and the payer is nobody else's: what was paid is to be cancelled. */
  | 'no-account'
  /** Another account has this payer, and keeps it even once gone. Comes before 'no-account': nothing is cancelled. */
  | 'taken';

/** No look is put off nearly so far: a next look beyond this was set by a wrong clock, and is due. */
export const FARTHEST_LOOK_MS = 30 * DAY_MS;

/**
 * What is known of payment. Every adapter passes tests/store/billing-store.contract.ts. Each verb is one
 * atomic step, also between processes; all throw `StoreUnavailable` when the store cannot be reached.
 * An account is the same while both its custid and its createdAtMs are. A row is made by the first `link`
 * and stays until `forget`: it outlives its account until nobody pays for it any more. The lead is the watcher's.
 */
export interface BillingStore extends LeadStore {
  /**
   * Names who pays for an account; idempotent. Of two accounts that name one payer the first has it. A payer
   * that is new makes the account due at once, so that nothing is missed if we stop before the look.
   */
  link(owner: Owner, payer: PayerId): Promise<LinkOutcome>;
  /** Whose payer it is, whether or not the account is still there; until the row is forgotten. */
  ownerOf(payer: PayerId): Promise<Owner | null>;
  /** Of an account that is there; null without a payer. */
  find(owner: Owner): Promise<Billing | null>;
  /**
   * A number for a look at the provider that is about to begin, larger than all before it, of any account; null if
   * nobody pays for the account, or there is no account. Read whom to look at (`find`) after this.
   */
  beginLook(owner: Owner): Promise<number | null>;
  /**
   * Keeps what a look has seen and, in the same step, what the account is paid for (`paid` of the
   * customer), unless a look that began later has been kept already, or the account is gone: false then,
   * and nothing changed. The same look may be kept again: an answer may have been lost.
   * Whatever changes at the provider is told after it has changed, and is looked at after that; so the
   * look that began last has seen the last state, in whatever order looks end. It is next due at
   * `nextLookAtMs`; but where a payer was linked after the look began, it stays due as it was.
   */
  keep(owner: Owner, look: number, kept: KeptLook): Promise<boolean>;
  /**
   * At most `limit` accounts that are to be looked at by now, gone ones too, longest waiting first, and never
   * looked at before all others; at last those whose next look is further away than `FARTHEST_LOOK_MS`. Only `keep`,
   * `putOff` and `forget` move them on.
   */
  due(limit: number, nowMs: number): Promise<readonly DueBilling[]>;
  /** Sets when the account is due, there or gone. Without a row this does nothing, and neither do the next two. */
  putOff(owner: Owner, nextLookAtMs: number): Promise<void>;
  /** Removes the row of an account that is gone; its payers are nobody's then. An account that is there keeps it. */
  forget(owner: Owner): Promise<void>;
  /** Makes `forget` urgent: due at once. Called when an account is deleted; a crash in between costs only time. */
  hurry(owner: Owner, nowMs: number): Promise<void>;
}

export interface DueBilling {
  readonly owner: Owner;
  /** In the order in which they were linked. */
  readonly payers: readonly PayerId[];
  /** The account is gone: whatever is still paid is to be cancelled. */
  readonly isOrphaned: boolean;
}

/** What a look has seen, and what follows from it. */
export interface KeptLook {
  readonly seen: BillingSnapshot;
  readonly paid: PaidTerm | null;
  readonly nextLookAtMs: number;
}
