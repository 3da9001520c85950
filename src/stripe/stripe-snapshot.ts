import type Stripe from 'stripe';
import type { Payer, Subscription } from '#src/features/billing/billing.ts';
import type { Frequency } from '#src/features/plans/plan-wire.ts';

/** What of the configuration's plans Stripe knows under a name of its own. */
export interface StripePlan {
  readonly id: string;
  readonly prices: Readonly<Record<Frequency, { readonly stripePrice: string | null }>>;
  readonly stripeProduct: string | null;
}

/** The plan that a price is for; null for a price of something else. */
export type PlanName = (price: Stripe.Price) => string | null;

/** A price by its own id, or by its product: operators change prices, and old customers keep theirs. */
export function createPlanNames(plans: readonly StripePlan[]): PlanName {
  const byPrice = new Map<string, string>();
  const byProduct = new Map<string, string>();
  for (const { id, prices, stripeProduct } of plans) {
    for (const { stripePrice } of Object.values(prices)) if (stripePrice !== null) byPrice.set(stripePrice, id);
    if (stripeProduct !== null) byProduct.set(stripeProduct, id);
  }
  return (price) => byPrice.get(price.id) ?? byProduct.get(idOf(price.product) ?? '') ?? null;
}

export function payerOf(customer: Stripe.Customer): Payer {
  const method = customer.invoice_settings.default_payment_method;
  const card = method !== null && typeof method !== 'string' ? method.card : undefined;
  return {
    ...{ id: customer.id, createdAtMs: customer.created * 1000, email: customer.email },
    balanceCents: customer.balance,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
  };
}

/** Of several items the one that gives a plan counts. Since 2025 periods belong to items, not to subscriptions. */
export function subscriptionOf(subscription: Stripe.Subscription, planOf: PlanName): Subscription {
  const items = subscription.items.data;
  const item = items.find(({ price }) => planOf(price) !== null) ?? items[0];
  return {
    ...{ id: subscription.id, status: subscription.status },
    planid: item === undefined ? null : planOf(item.price),
    unitCents: item?.price.unit_amount ?? 0,
    quantity: item?.quantity ?? 1,
    interval: item?.price.recurring?.interval ?? '',
    periodBeginsAtMs: (item?.current_period_start ?? 0) * 1000,
    periodEndsAtMs: (item?.current_period_end ?? 0) * 1000,
  };
}

/** Of something that the API gives whole or by its id. */
export function idOf(thing: string | { readonly id: string } | null | undefined): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}
