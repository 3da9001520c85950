import type { Owner } from '#src/features/accounts/customer.ts';
import {
  type Billing,
  type BillingSnapshot,
  givesPlan,
  isEnded,
  isOngoing,
  type PayerId,
  paidTermOf,
  type Subscription,
} from './billing.ts';
import type { BillingStore, DueBilling } from './billing-store.ts';
import { nextLookAtMs } from './look-times.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { ownerName } from './payment-reference.ts';
import type { Notice, Payments } from './payments-port.ts';

/**
 * What is paid for accounts. All verbs throw `StoreUnavailable`, and those that ask the provider
 * `PaymentsUnavailable`: nothing is lost then, and the same again does it.
 */
export interface BillingService {
  /**
   * Does what a message of the provider asks for; false for one that the provider has not signed. When it
   * resolves, what it announces is kept. The same message again, or a late one, does no harm: a message
   * says only that it is time to look.
   */
  takeNotice(body: Buffer, signature: string): Promise<boolean>;
  /** Looks again at an account that is due; one that is gone is forgotten once nobody pays for it. */
  settle(due: DueBilling): Promise<void>;
  find(owner: Owner): Promise<Billing | null>;
  /** Whether a subscription of this account goes on by itself. */
  isSubscribed(owner: Owner): Promise<boolean>;
  /** The provider's page for a payment; `planid` is of a plan with a price there. */
  checkout(order: Omit<Parameters<Payments['checkout']>[0], 'payer'>): Promise<string>;
  /** The provider's page for what there is; null if there is nothing. */
  portal(owner: Owner, returnUrl: string): Promise<string | null>;
}

export interface BillingServiceDeps {
  readonly store: Omit<BillingStore, 'due' | 'takeLead' | 'putOff' | 'hurry'>;
  readonly payments: Payments;
  /** Those that are sold, the best last. */
  readonly planids: readonly string[];
  /** Says nothing about anybody. */
  readonly log: { warn(event: string, fields: Readonly<Record<string, unknown>>): void };
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Ended subscriptions that are kept to be shown. */
const MOST_ENDED = 10;

export function createBillingService(deps: BillingServiceDeps): BillingService {
  const { store, payments, now } = deps;
  const find = (owner: Owner) => store.find(owner);
  // Each page is a question to the provider, who limits them for all accounts together.
  const [checkouts, portals] = [createOneAtATime<string>(), createOneAtATime<string | null>()];
  return {
    find,
    takeNotice: async (body, signature) => {
      const notice = payments.readNotice(body, signature, now());
      if (notice === null) return false;
      const owner = await whose(deps, notice);
      if (owner !== null) await look(deps, owner);
      return true;
    },
    settle: async ({ owner, payers, isOrphaned }) => {
      if (!isOrphaned) return look(deps, owner);
      for (const payer of payers) await payments.cancelAll(payer);
      await store.forget(owner);
    },
    isSubscribed: async (owner) => (await find(owner))?.seen?.subscriptions.some(isOngoing) ?? false,
    checkout: (order) => {
      const { owner, planid, frequency, paidUrl } = order;
      return checkouts(`${ownerName(owner)} ${planid} ${frequency} ${paidUrl}`, async () =>
        payments.checkout({ ...order, payer: payerOf(await find(owner)) }),
      );
    },
    portal: (owner, returnUrl) =>
      portals(`${ownerName(owner)} ${returnUrl}`, async () => {
        const payer = payerOf(await find(owner));
        return payer === null ? null : payments.portal(payer, returnUrl);
      }),
  };
}

/** The first payer that the last look saw; before any look, the one linked last. Not one unknown to the provider. */
function payerOf(billing: Billing | null): PayerId | null {
  if (billing === null) return null;
  return (billing.seen === null ? billing.payers.at(-1) : billing.seen.payers[0]?.id) ?? null;
}

/** Whose state is to be looked at after this notice; null for nobody's. */
async function whose(deps: BillingServiceDeps, { payer, owner }: Notice): Promise<Owner | null> {
  const { store, log } = deps;
  if (payer === null) return null;
  if (owner === null) return store.ownerOf(payer);
  switch (await store.link(owner, payer)) {
    case 'linked':
      return owner;
    case 'no-account':
      await deps.payments.cancelAll(payer);
      return null;
    case 'taken':
      log.warn('billing', { warning: 'a payment was made for a second account by a payer of another one' });
      return store.ownerOf(payer);
  }
}

/** Takes the number before it reads the payers and asks the provider: a look with a later number sees no less. */
async function look(deps: BillingServiceDeps, owner: Owner): Promise<void> {
  const { store, payments, planids, now } = deps;
  const number = await store.beginLook(owner);
  const billing = number === null ? null : await store.find(owner);
  if (number === null || billing === null) return;
  const seen = shortened(await payments.look(billing.payers));
  noteUnknownPlans(deps, seen.subscriptions);
  const nowMs = now();
  const paid = paidTermOf(seen.subscriptions, planids, nowMs);
  // A lesser plan may be paid for longer than the one that is over then.
  const nextMs = Math.min(
    nextLookAtMs(seen.subscriptions, nowMs, deps.random),
    paid?.untilMs ?? Number.POSITIVE_INFINITY,
  );
  await store.keep(owner, number, { seen, paid, nextLookAtMs: nextMs });
}

function shortened({ payers, subscriptions }: BillingSnapshot): BillingSnapshot {
  const ended = new Set(subscriptions.filter(isEnded).slice(MOST_ENDED));
  return { payers, subscriptions: subscriptions.filter((subscription) => !ended.has(subscription)) };
}

function noteUnknownPlans({ log }: BillingServiceDeps, subscriptions: readonly Subscription[]): void {
  if (!subscriptions.some((subscription) => givesPlan(subscription) && subscription.planid === null)) return;
  log.warn('billing', { warning: 'somebody pays for a price that no plan of plans.paid has, and gets nothing for it' });
}
