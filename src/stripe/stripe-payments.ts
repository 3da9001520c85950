import { hash } from 'node:crypto';
import Stripe from 'stripe';
import { isEnded, isOngoing, type Payer, type PayerId, type Subscription } from '#src/features/billing/billing.ts';
import type { PaymentReferences } from '#src/features/billing/payment-reference.ts';
import { type Payments, PaymentsUnavailable } from '#src/features/billing/payments-port.ts';
import { ownerMetadata, readNotice } from './stripe-notice.ts';
import { createPlanNames, payerOf, type StripePlan, subscriptionOf } from './stripe-snapshot.ts';

export interface StripeSettings {
  readonly key: string;
  readonly webhookSecret: string;
  /** Of the API, without a slash at its end. */
  readonly origin: string;
  readonly plans: readonly StripePlan[];
  readonly references: Pick<PaymentReferences, 'read' | 'markOf' | 'isMarked'>;
  readonly now: () => number;
  /** Of a request that has failed; for tests. */
  readonly retries?: number;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 1;
/** Within such a span the same checkout leads to the same page: loading it again makes no second one. */
const SAME_CHECKOUT_MS = 5 * 60_000;
/** Of one payer; Stripe's own pages show fewer. */
const MOST_SUBSCRIPTIONS = 500;
const PAGE = 100;

/** Payments by Stripe's API. Makes no request by itself, and reports nothing about this machine. */
export function createStripePayments(settings: StripeSettings): Payments {
  const { plans, webhookSecret, references, now } = settings;
  const stripe = connect(settings);
  const planOf = createPlanNames(plans);
  return {
    checkout: (order) =>
      asked(async () => {
        const { url } = await beginCheckout(stripe, checkoutParams(order, settings), now());
        if (url === null) throw new PaymentsUnavailable('the payment provider has made a checkout without an address');
        return url;
      }),
    portal: (payer, returnUrl) =>
      asked(async () => {
        const { url } = await stripe.billingPortal.sessions.create({ customer: payer, return_url: returnUrl });
        return url;
      }),
    look: (ids) =>
      asked(async () => {
        const seen = await Promise.all(ids.map((id) => lookAt(stripe, id, planOf)));
        return {
          payers: payingFirst(seen),
          subscriptions: newestFirst(seen.flatMap(({ subscriptions }) => subscriptions)),
        };
      }),
    cancelAll: (payer) => asked(() => cancelAll(stripe, payer)),
    readNotice: (body, signature, nowMs) => readNotice(body, signature, nowMs, { webhookSecret, references }),
  };
}

function connect({ key, origin, retries = RETRIES }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(origin);
  return new Stripe(key, {
    ...{ host: hostname, port: port || (protocol === 'https:' ? 443 : 80) },
    protocol: protocol === 'https:' ? 'https' : 'http',
    // With it the library reports on this machine, and writes a file to the home folder.
    telemetry: false,
    ...{ timeout: TIMEOUT_MS, maxNetworkRetries: retries },
  });
}

type Order = Parameters<Payments['checkout']>[0];

function checkoutParams(
  order: Order,
  { plans, references }: Pick<StripeSettings, 'plans' | 'references'>,
): Stripe.Checkout.SessionCreateParams {
  const { owner, planid, frequency, payer, paidUrl, leftUrl } = order;
  const price = plans.find(({ id }) => id === planid)?.prices[frequency].stripePrice;
  if (!price) throw new Error(`the plan ${planid} has no price at the payment provider`);
  const metadata = ownerMetadata(owner, references);
  return {
    ...{ mode: 'subscription', line_items: [{ price, quantity: 1 }], success_url: paidUrl, cancel_url: leftUrl },
    ...(payer === null ? { customer_email: owner.custid } : { customer: payer }),
    ...{ metadata, subscription_data: { metadata } },
  };
}

/** Stripe takes fewer addresses than mail servers do: whoever has another kind types one there. */
async function beginCheckout(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  nowMs: number,
): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.create(params, { idempotencyKey: checkoutKey(params, nowMs) });
  } catch (error) {
    const { customer_email: address, ...others } = params;
    const isOfAddress = error instanceof Stripe.errors.StripeError && error.code === 'email_invalid';
    if (address === undefined || !isOfAddress) throw error;
    return beginCheckout(stripe, others, nowMs);
  }
}

/** Stripe repeats its first answer to a key, and refuses the key with other parameters: so they are part of the key. */
function checkoutKey(params: Stripe.Checkout.SessionCreateParams, nowMs: number): string {
  return hash('sha256', JSON.stringify([params, Math.floor(nowMs / SAME_CHECKOUT_MS)]), 'base64url');
}

interface Seen {
  readonly payer: Payer | null;
  readonly subscriptions: readonly Dated[];
}

type Dated = Subscription & { readonly createdAtMs: number };

/** A payer who was deleted at the provider pays for nothing. */
async function lookAt(stripe: Stripe, id: PayerId, planOf: ReturnType<typeof createPlanNames>): Promise<Seen> {
  const expand = ['invoice_settings.default_payment_method'];
  const [customer, subscriptions] = await Promise.all([
    stripe.customers.retrieve(id, { expand }),
    listSubscriptions(stripe, id),
  ]);
  if (customer.deleted) return { payer: null, subscriptions: [] };
  return {
    payer: payerOf(customer),
    subscriptions: subscriptions.map((subscription) => ({
      ...subscriptionOf(subscription, planOf),
      createdAtMs: subscription.created * 1000,
    })),
  };
}

function listSubscriptions(stripe: Stripe, customer: PayerId): Promise<Stripe.Subscription[]> {
  const pages = stripe.subscriptions.list({ customer, status: 'all', limit: PAGE });
  return pages.autoPagingToArray({ limit: MOST_SUBSCRIPTIONS });
}

/** Payers with a subscription that goes on come first: the portal is opened for the first, and must show it. */
function payingFirst(seen: readonly Seen[]): readonly Payer[] {
  const rows = seen.flatMap(({ payer, subscriptions }) =>
    payer === null ? [] : [{ payer, pays: Number(subscriptions.some(isOngoing)) }],
  );
  rows.sort((one, other) => other.pays - one.pays || other.payer.createdAtMs - one.payer.createdAtMs);
  return rows.map(({ payer }) => payer);
}

function newestFirst(dated: readonly Dated[]): readonly Subscription[] {
  const sorted = dated.toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  return sorted.map(({ createdAtMs: _, ...subscription }) => subscription);
}

async function cancelAll(stripe: Stripe, payer: PayerId): Promise<void> {
  for (const subscription of await unlessMissing(listSubscriptions(stripe, payer), [])) {
    if (!isEnded(subscription)) await unlessMissing(stripe.subscriptions.cancel(subscription.id), null);
  }
}

/** What the provider does not know, or knows no more, is not paid there. */
async function unlessMissing<Value, Instead>(asked: Promise<Value>, instead: Instead): Promise<Value | Instead> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return instead;
    throw error;
  }
}

/** Errors of the library quote payers and keys; only what is the same for everybody is passed on. */
async function asked<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const facts = [error.type, error.statusCode, error.code].filter((fact) => fact !== undefined);
    throw new PaymentsUnavailable(`the payment provider could not be asked: ${facts.join(' ')}`);
  }
}
