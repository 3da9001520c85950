import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AccountStore, ResetRecord } from '#src/features/accounts/account-store.ts';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { START_MS } from './sealed-sample.ts';

export const HOUR_MS = 3_600_000;

/** A customer under a fresh name, every field filled. */
export function sampleCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    custid: `${randomBytes(8).toString('hex')}@example.com` as CustId,
    role: 'customer',
    planid: 'basic',
    paid: null,
    locale: 'fr',
    isVerified: true,
    isMailProven: false,
    passwordHash: `hash ${randomBytes(8).toString('hex')}`,
    apiTokenHash: null,
    epoch: START_MS * 1024 + 7,
    createdAtMs: START_MS,
    secretsCreated: 0,
    secretsShared: 0,
    emailsSent: 0,
    ...changes,
  };
}

/** The same, kept. */
export async function created(store: AccountStore, changes?: Partial<Customer>): Promise<Customer> {
  const customer = sampleCustomer(changes);
  assert.equal(await store.create(customer), true);
  return customer;
}

export function sampleReset(custid: CustId, changes: Partial<ResetRecord> = {}): ResetRecord {
  const id = randomBytes(32).toString('base64url');
  return { id, custid, isMailed: true, createdAtMs: START_MS, expiresAtMs: START_MS + HOUR_MS, ...changes };
}
