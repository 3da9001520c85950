import type { Frequency, FrequencyOption, PlanTier, Testimonial } from '#src/features/plans/plan-wire.ts';

/** /pricing: the same for everybody. */
export interface PricingProps {
  /** Which price stands there first. */
  readonly frequency: Frequency;
  readonly frequencies: readonly FrequencyOption[];
  readonly tiers: readonly PlanTier[];
  readonly testimonial: Testimonial;
  /** '$0'. */
  readonly freePrice: string;
  /** Leads away from here; null without. */
  readonly selfHostingUrl: string | null;
}

/** /plans/{id}/{period}: where a payment begins. */
export interface PlanProps {
  readonly tier: PlanTier;
  readonly frequency: Frequency;
  readonly frequencies: readonly FrequencyOption[];
  readonly next: PlanStep;
}

export type PlanStep =
  /** Nobody has signed in. */
  | { readonly kind: 'sign-in' }
  /** A plain link: it leads away from here. */
  | { readonly kind: 'pay'; readonly href: string }
  /** The customer has a subscription already: that one is to be changed. */
  | { readonly kind: 'manage'; readonly href: string }
  /** The operator has given it to the customer: there is nothing to pay. */
  | { readonly kind: 'given'; readonly accountHref: string }
  /** Not sold yet. */
  | { readonly kind: 'coming' }
  /** Nothing can be paid here. */
  | { readonly kind: 'no-billing'; readonly contactAddress: string | null };

/** The plan that somebody signs up for. */
export interface ChosenPlanProps {
  readonly name: string;
  readonly frequency: Frequency;
  /** Where it is paid for; null if it costs nothing. */
  readonly payPath: string | null;
  /** Whether signing in leads there: the mail that verifies an account knows of no plan. */
  readonly isReachedBySignIn: boolean;
}
