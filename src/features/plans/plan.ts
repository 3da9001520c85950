import type { PlanWire } from '#src/features/accounts/account-wire.ts';
import type { Customer } from '#src/features/accounts/customer.ts';
import type { Asker } from '#src/features/sessions/asker.ts';

/** What somebody may do. */
export interface Plan {
  readonly planid: string;
  readonly name: string;
  /** Longest lifetime. */
  readonly ttlSeconds: number;
  /** Unicode code points. */
  readonly maxContentChars: number;
  readonly hasApi: boolean;
  /** May have links sent by e-mail. */
  readonly hasEmail: boolean;
  readonly hasCustomDomains: boolean;
  /** Multiplies the rate limits; 0 is without limits. */
  readonly rateFactor: number;
}

export interface Plans {
  of(asker: Asker): Plan;
  ofCustomer(customer: Pick<Customer, 'planid' | 'paid'>): Plan;
  /** Whether there are plans to choose from: else nothing is said of them. */
  readonly isEnabled: boolean;
}

/** What a plan grants where the site has it. */
type Grants = Omit<Plan, 'planid' | 'name'>;

/** The plans of the configuration. */
export interface PlanRules {
  readonly isEnabled: boolean;
  readonly anonymous: Pick<Plan, 'ttlSeconds' | 'maxContentChars'>;
  readonly basic: Grants;
  readonly paid: readonly (Grants & { readonly id: string; readonly name: string })[];
}

/** `hasMail`: links may be mailed. `hasDomains`: there are custom domains. What the site lacks no plan has. */
export function createPlans(deps: {
  readonly plans: PlanRules;
  readonly hasMail: boolean;
  readonly hasDomains: boolean;
  readonly now: () => number;
}): Plans {
  const { anonymous, basic, paid, isEnabled } = deps.plans;
  const visitor: Plan = {
    ...{ planid: 'anonymous', name: 'Anonymous', ...anonymous },
    ...{ hasApi: false, hasEmail: false, hasCustomDomains: false, rateFactor: 1 },
  };
  const free = limited(deps, { planid: 'basic', name: 'Basic', ...basic });
  const sold = new Map(paid.map(({ id, ...plan }) => [id, limited(deps, { planid: id, ...plan })]));
  const ofCustomer: Plans['ofCustomer'] = ({ planid, paid }) => {
    const bought = paid !== null && deps.now() < paid.untilMs ? sold.get(paid.planid) : undefined;
    return bought ?? sold.get(planid) ?? free;
  };
  return { isEnabled, ofCustomer, of: (asker) => (asker.kind === 'customer' ? ofCustomer(asker.customer) : visitor) };
}

function limited({ hasMail, hasDomains }: { hasMail: boolean; hasDomains: boolean }, plan: Plan): Plan {
  const { planid, name, ttlSeconds, maxContentChars, hasApi, rateFactor } = plan;
  return {
    ...{ planid, name, ttlSeconds, maxContentChars, hasApi, rateFactor },
    ...{ hasEmail: plan.hasEmail && hasMail, hasCustomDomains: plan.hasCustomDomains && hasDomains },
  };
}

export function presentPlan(plan: Plan): PlanWire {
  const { planid, name, ttlSeconds: ttl, maxContentChars: size } = plan;
  const { hasCustomDomains: custom_domains, hasApi: api, hasEmail: email } = plan;
  return { planid, options: { name, custom_domains, ttl, size, api, email } };
}
