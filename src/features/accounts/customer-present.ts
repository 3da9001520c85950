import { toSeconds } from '#src/values/seconds.ts';
import type { CustomerWire, PlanWire } from './account-wire.ts';
import type { Customer } from './customer.ts';

export interface CustomerContext {
  readonly plan: PlanWire;
  readonly isColonel: boolean;
  /** A day in words, in the asker's language. */
  readonly dayOf: (instantMs: number) => string;
}

/** A customer for the wire: neither password nor token in whatever form. */
export function presentCustomer(customer: Customer, { plan, isColonel, dayOf }: CustomerContext): CustomerWire {
  return {
    custid: customer.custid,
    role: isColonel ? 'colonel' : 'customer',
    locale: customer.locale,
    plan,
    verified: customer.isVerified,
    secrets_created: customer.secretsCreated,
    customer_since: dayOf(customer.createdAtMs),
    created: toSeconds(customer.createdAtMs),
  };
}
