import type { Owner } from '#src/features/accounts/customer.ts';
import type { Frequency } from '#src/features/plans/plan-wire.ts';
import type { PaymentReferences } from './payment-reference.ts';

/** How a plan can be paid for. */
export type PaymentWay =
  /** By a page that the provider makes for this one payment. */
  | { readonly kind: 'checkout' }
  /** By a page that is always there; `url` names who pays. */
  | { readonly kind: 'link'; readonly url: string }
  /** Not sold yet. */
  | { readonly kind: 'coming' }
  | { readonly kind: 'none' };

/** What of the configuration's plans is about paying. */
export interface SoldPlan {
  readonly id: string;
  readonly isComing: boolean;
  readonly prices: Readonly<Record<Frequency, PlanPrice>>;
}

interface PlanPrice {
  readonly stripePrice: string | null;
  readonly paymentLink: string | null;
}

export interface PaymentWays {
  /** For somebody who has not signed in (null) it says only which kind there would be. */
  of(planid: string, frequency: Frequency, owner: Owner | null): PaymentWay;
}

/** `hasApi`: payments can be begun through the provider's API. Links work without. */
export function createPaymentWays(deps: {
  readonly plans: readonly SoldPlan[];
  readonly hasApi: boolean;
  readonly references: Pick<PaymentReferences, 'of'>;
}): PaymentWays {
  return {
    of: (planid, frequency, owner) => {
      const plan = deps.plans.find(({ id }) => id === planid);
      if (plan === undefined) return { kind: 'none' };
      if (plan.isComing) return { kind: 'coming' };
      const { stripePrice, paymentLink } = plan.prices[frequency];
      if (deps.hasApi && stripePrice !== null) return { kind: 'checkout' };
      const url = paymentLink === null ? null : urlFor(paymentLink, owner, deps.references);
      return url === null ? { kind: 'none' } : { kind: 'link', url };
    },
  };
}

/** null if the link could not say who pays. */
function urlFor(link: string, owner: Owner | null, references: Pick<PaymentReferences, 'of'>): string | null {
  if (owner === null) return link;
  const reference = references.of(owner);
  if (reference === null) return null;
  const url = new URL(link);
  url.searchParams.set('client_reference_id', reference);
  url.searchParams.set('prefilled_email', owner.custid);
  return url.href;
}
