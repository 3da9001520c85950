import type { PlanWire } from '#src/features/accounts/account-wire.ts';
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
}

export interface Plans {
  of(asker: Asker): Plan;
}

interface Limits {
  readonly ttlSeconds: number;
  readonly maxContentChars: number;
}

/** One plan for visitors and one, with everything, for customers. `hasMail`: there is a mail server. `hasDomains`: there are custom domains. */
export function createPlans(deps: { anonymous: Limits; basic: Limits; hasMail: boolean; hasDomains: boolean }): Plans {
  const anonymous: Plan = {
    ...{ planid: 'anonymous', name: 'Anonymous', ...deps.anonymous },
    ...{ hasApi: false, hasEmail: false, hasCustomDomains: false },
  };
  const basic: Plan = {
    ...{ planid: 'basic', name: 'Basic', ...deps.basic },
    ...{ hasApi: true, hasEmail: deps.hasMail, hasCustomDomains: deps.hasDomains },
  };
  return { of: (asker) => (asker.kind === 'customer' ? basic : anonymous) };
}

export function presentPlan(plan: Plan): PlanWire {
  const { planid, name, ttlSeconds: ttl, maxContentChars: size } = plan;
  const { hasCustomDomains: custom_domains, hasApi: api, hasEmail: email } = plan;
  return { planid, options: { name, custom_domains, ttl, size, api, email } };
}
