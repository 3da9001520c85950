import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import type { Store } from '#src/store/store.ts';

/** Environment of a site that has plans: `anonymous`, `basic`, `identity` and `dedicated`, as config/hushlink.yaml has them. */
export const PLANS_ON = { HUSHLINK_PLANS_ENABLED: 'true' };

interface Kept {
  readonly store: Pick<Store, 'accounts' | 'billing'>;
}

/** As the operator does. */
export async function givePlan({ store }: Kept, address: string, planid: string): Promise<void> {
  if (!(await store.accounts.setPlan(address as CustId, planid))) throw new Error(`${address} has no account`);
}

/** As a look at the payment provider does; null for a term that was taken back. */
export async function payPlan({ store }: Kept, address: string, paid: Customer['paid']): Promise<void> {
  const customer = await store.accounts.find(address as CustId);
  if (customer === null) throw new Error(`${address} has no account`);
  await store.billing.link(customer, `cus_${address}`);
  const look = await store.billing.beginLook(customer);
  const nothing = { payers: [], subscriptions: [] };
  if (
    look === null ||
    !(await store.billing.keep(customer, look, { seen: nothing, paid, nextLookAtMs: Number.MAX_SAFE_INTEGER }))
  ) {
    throw new Error(`nothing is kept for ${address}`);
  }
}

/** `identity` can be paid for, by links of the payment provider that are always there. */
export function plansPaidAt(provider: string): Record<string, string> {
  const limits = { ttl: 2_592_000, size: 50_000 };
  const identity = {
    ...{ id: 'identity', name: 'Identity Plus', featured: true, ...limits },
    monthly: { dollars: 35, payment_link: `${provider}/month` },
    annually: { dollars: 365, payment_link: `${provider}/year` },
  };
  const prices = { monthly: { dollars: 245 }, annually: { dollars: 2545 } };
  const dedicated = { id: 'dedicated', name: 'Global Elite', coming: true, ...prices, ...limits };
  return { ...PLANS_ON, HUSHLINK_PLANS_PAID: JSON.stringify([identity, dedicated]) };
}
