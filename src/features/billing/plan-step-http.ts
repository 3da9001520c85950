import type { Owner } from '#src/features/accounts/customer.ts';
import { planPath } from '#src/features/plans/frequency.ts';
import type { Frequency } from '#src/features/plans/plan-wire.ts';
import type { Asker } from '#src/features/sessions/asker.ts';
import type { PlanStep } from '#views/plans/plan-props.ts';
import type { PaymentWays } from './payment-ways.ts';

/** What somebody can do next on the page of a plan. Throws `StoreUnavailable`. */
export type PlanStepOf = (asker: Asker, planid: string, frequency: Frequency) => Promise<PlanStep>;

export interface PlanStepDeps {
  readonly ways: PaymentWays;
  /** Whether a subscription of this account goes on by itself. */
  readonly isSubscribed: (owner: Owner) => Promise<boolean>;
  /** Whom to write to where nothing can be paid; null for nobody. */
  readonly contactAddress: string | null;
}

export const ACCOUNT_PATH = '/account';
export const PORTAL_PATH = '/account/billing_portal';

/** Where 'Continue to payment' leads. */
export function paymentPath(planid: string, frequency: Frequency): string {
  return `${planPath(planid, frequency)}/payment`;
}

export function createPlanSteps(deps: PlanStepDeps): PlanStepOf {
  return async (asker, planid, frequency) => {
    const owner = asker.kind === 'customer' ? asker.customer : null;
    const way = deps.ways.of(planid, frequency, owner);
    const isGiven = owner?.planid === planid;
    if (way.kind === 'coming' && !isGiven) return { kind: 'coming' };
    if (owner !== null && (await deps.isSubscribed(owner))) return { kind: 'manage', href: PORTAL_PATH };
    if (isGiven) return { kind: 'given', accountHref: ACCOUNT_PATH };
    if (way.kind === 'none') return { kind: 'no-billing', contactAddress: deps.contactAddress };
    if (owner === null) return { kind: 'sign-in' };
    return { kind: 'pay', href: paymentPath(planid, frequency) };
  };
}
