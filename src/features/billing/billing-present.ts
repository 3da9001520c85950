import { toSeconds } from '#src/values/seconds.ts';
import type { Billing, Payer, Subscription } from './billing.ts';
import type { PaymentCustomerWire, SubscriptionWire } from './billing-wire.ts';

/** What the account's own page and `GET /api/v2/account` say of payment. */
export interface PresentedBilling {
  readonly stripe_customer: PaymentCustomerWire | null;
  readonly stripe_subscriptions: readonly SubscriptionWire[];
}

/** `billing` is null where nobody has ever paid. */
export function presentBilling(billing: Billing | null): PresentedBilling {
  const [payer] = billing?.seen?.payers ?? [];
  return {
    stripe_customer: payer === undefined ? null : presentPayer(payer),
    stripe_subscriptions: (billing?.seen?.subscriptions ?? []).map(presentSubscription),
  };
}

function presentPayer({ createdAtMs, email, balanceCents, card }: Payer): PaymentCustomerWire {
  return {
    ...{ created: toSeconds(createdAtMs), email, balance: balanceCents },
    invoice_settings: { default_payment_method: card && { card } },
  };
}

function presentSubscription(subscription: Subscription): SubscriptionWire {
  const { id, status, unitCents, quantity, interval, periodEndsAtMs } = subscription;
  return {
    ...{ id, status },
    items: { data: [{ price: { unit_amount: unitCents, recurring: { interval } }, quantity }] },
    current_period_end: toSeconds(periodEndsAtMs),
  };
}
