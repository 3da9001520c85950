import { randomBytes } from 'node:crypto';
import type { Customer, Owner } from '#src/features/accounts/customer.ts';
import type { BillingSnapshot, PaidTerm } from '#src/features/billing/billing.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from './account-sample.ts';
import { START_MS } from './sealed-sample.ts';

export const DAY_MS = 86_400_000;

export const PAID: PaidTerm = { planid: 'identity', untilMs: START_MS + 30 * DAY_MS };

export function samplePayer(): string {
  return `cus_${randomBytes(8).toString('hex')}`;
}

/** With letters of several bytes and what SQL, Lua and JSON write in a way of their own. */
export function sampleSnapshot(payer: string, mark = 1): BillingSnapshot {
  const card = { brand: 'visa', last4: '4242' };
  const subscription = { id: `sub_${mark}`, status: 'active', planid: null, unitCents: 3500, quantity: 1 };
  return {
    payers: [{ id: payer, createdAtMs: START_MS, email: `"zoë'%"@example.com`, balanceCents: -250, card }],
    subscriptions: [
      {
        ...subscription,
        interval: 'month',
        periodBeginsAtMs: START_MS - 3 * DAY_MS,
        periodEndsAtMs: START_MS + 27 * DAY_MS,
      },
    ],
  };
}

/** A customer who is kept already. */
export async function kept(store: Store, changes: Partial<Customer> = {}): Promise<Customer> {
  const customer = sampleCustomer(changes);
  if (!(await store.accounts.create(customer))) throw new Error('there is one of that name');
  return customer;
}

export function ownerOf({ custid, createdAtMs }: Customer): Owner {
  return { custid, createdAtMs };
}
