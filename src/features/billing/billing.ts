import type { Owner } from '#src/features/accounts/customer.ts';
import { DAY_MS } from '#src/values/spans.ts';

/** What is paid for an account, and by whom. Pure: the clock comes in as an argument. */

/** What the payment provider calls somebody who pays ('cus_…'); an account may have more than one. */
export type PayerId = string;

/** Who pays, as the provider knows them. */
export interface Payer {
  readonly id: PayerId;
  readonly createdAtMs: number;
  readonly email: string | null;
  /** Cents; negative is in the payer's favour. */
  readonly balanceCents: number;
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

export interface Subscription {
  readonly id: string;
  /** The provider's word: 'active', 'trialing', 'past_due', 'canceled', … */
  readonly status: string;
  /** What it gives; null for a price that no plan of ours has. */
  readonly planid: string | null;
  /** Cents for one piece and one interval. */
  readonly unitCents: number;
  readonly quantity: number;
  /** 'month' or 'year'. */
  readonly interval: string;
  /** Of the period that was invoiced last, paid or not. */
  readonly periodBeginsAtMs: number;
  readonly periodEndsAtMs: number;
}

/** All that the provider says of an account at one moment. */
export interface BillingSnapshot {
  /** Those with a subscription that goes on, then the others; newest first. */
  readonly payers: readonly Payer[];
  /** Newest first, ended ones too. */
  readonly subscriptions: readonly Subscription[];
}

/** What the account has been paid for. A time that is over gives nothing, whoever has written it. */
export interface PaidTerm {
  readonly planid: string;
  /** Epoch milliseconds; the end of what is paid for and `GRACE_MS`. */
  readonly untilMs: number;
}

/** An account's row. */
export interface Billing {
  readonly owner: Owner;
  /** In the order in which they were linked. */
  readonly payers: readonly PayerId[];
  /** null before the first look. */
  readonly seen: BillingSnapshot | null;
}

/** A payment that is late by no more than this takes nothing away. */
const GRACE_MS = 3 * DAY_MS;

const GIVE_A_PLAN: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** Nothing will be charged for it any more. */
export function isEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return ENDED.has(status);
}

/** It goes on by itself and is to be changed, not bought again. Without its first payment it has not begun. */
export function isOngoing(subscription: Pick<Subscription, 'status'>): boolean {
  return !isEnded(subscription) && subscription.status !== 'incomplete';
}

/** Whether its plan may be used now, while it is paid for. */
export function givesPlan({ status, quantity }: Pick<Subscription, 'status' | 'quantity'>): boolean {
  return GIVE_A_PLAN.has(status) && quantity > 0;
}

/** The provider begins a new period when it sends the invoice; while that is late, only the period before is paid. */
function paidUntilMs({ status, periodBeginsAtMs, periodEndsAtMs }: Subscription): number {
  return status === 'past_due' ? periodBeginsAtMs : periodEndsAtMs;
}

/**
 * What subscriptions give together: the best plan that is not over, and of the same one the longest. `planids`
 * are those that are sold, the best last; null for no plan of these.
 */
export function paidTermOf(
  subscriptions: readonly Subscription[],
  planids: readonly string[],
  nowMs: number,
): PaidTerm | null {
  const rank = ({ planid }: PaidTerm) => planids.indexOf(planid);
  const terms = subscriptions.flatMap((subscription): PaidTerm[] => {
    const { planid } = subscription;
    if (planid === null || !planids.includes(planid) || !givesPlan(subscription)) return [];
    const untilMs = paidUntilMs(subscription) + GRACE_MS;
    // The provider may go on trying to collect a payment for months: a lesser plan that is paid counts meanwhile.
    return untilMs > nowMs ? [{ planid, untilMs }] : [];
  });
  const [best] = terms.sort((one, other) => rank(other) - rank(one) || other.untilMs - one.untilMs);
  return best ?? null;
}
