import type { CrossProblem } from './cross-checks.ts';
import type { KeyValues } from './schema.ts';

/** One half of what payment needs is worse than none. */
export function checkBilling(values: KeyValues): readonly CrossProblem[] {
  const [hasKey, hasSecret] = [values['billing.stripe_key'] !== null, values['billing.webhook_secret'] !== null];
  if (hasKey === hasSecret) return [];
  const [path, other] = hasKey
    ? (['billing.webhook_secret', 'billing.stripe_key'] as const)
    : (['billing.stripe_key', 'billing.webhook_secret'] as const);
  const hint = 'without the key only payment links work, without the secret nobody gets what was paid for';
  return [{ path, allowed: `must be set with ${other}`, hint }];
}

/** What can be paid by nobody, or to no end. */
export function billingWarnings(values: KeyValues): readonly string[] {
  const hasKey = values['billing.stripe_key'] !== null;
  if (!values['plans.enabled']) {
    return hasKey ? ['billing.stripe_key does nothing without plans.enabled: there is nothing to pay for'] : [];
  }
  const isClosed = !values['authentication.enabled'];
  return [
    ...(isClosed ? ['plans.enabled sells nothing without authentication.enabled: plans belong to customers'] : []),
    ...values['plans.paid'].flatMap((plan) => unpayable(plan, hasKey)),
  ];
}

type Paid = KeyValues['plans.paid'][number];

/** The periods that a plan cannot be paid for, though something shows that it is meant to be. */
function unpayable({ id, coming, monthly, annually }: Paid, hasKey: boolean): readonly string[] {
  if (coming) return [];
  const periods = [['monthly', monthly] as const, ['annually', annually] as const];
  return periods.flatMap(([name, { stripe_price, payment_link }]) => {
    if (payment_link !== null || hasKey === (stripe_price !== null)) return [];
    const reason = hasKey
      ? 'it has neither stripe_price nor payment_link'
      : 'stripe_price does nothing without billing.stripe_key';
    return [`plans.paid: ${id} cannot be paid ${name}: ${reason}`];
  });
}
