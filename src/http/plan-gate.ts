import type { Plan, Plans } from '#src/features/plans/plan.ts';
import type { CustomerHandler } from './customers-only.ts';
import type { Refusal, RefusalKind } from './refusals.ts';

/** What a route may need of a plan. */
export type PlanSwitch = 'hasApi' | 'hasCustomDomains';

const REFUSALS = {
  hasApi: 'plan-without-api',
  hasCustomDomains: 'plan-without-domains',
} as const satisfies Record<PlanSwitch, RefusalKind>;

/** What is said to somebody whose plan lacks it; null to anybody else. */
export function planRefusal(plan: Plan, need: PlanSwitch): Refusal | null {
  return plan[need] ? null : { kind: REFUSALS[need] };
}

/** For customers whose plan in force has it; others are answered by `otherwise`. */
export function withPlan(
  plans: Plans,
  need: PlanSwitch,
  handle: CustomerHandler,
  otherwise: (refusal: Refusal) => CustomerHandler,
): CustomerHandler {
  return (request, response, asker) => {
    const refusal = planRefusal(plans.of(asker), need);
    return (refusal === null ? handle : otherwise(refusal))(request, response, asker);
  };
}
