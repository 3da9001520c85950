import { createHmac } from 'node:crypto';
import type { SessionData } from 'express-session';
import { apiTokenHash } from '#src/crypto/api-token.ts';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { beginSession } from '#src/features/sessions/session.ts';
import type { TestApp } from '../../support/app.ts';

export const TOKEN = 'a-token-of-this-customer';

/** Somebody with a verified account, already in the store. */
export async function createCustomer({ store, clock }: TestApp, address = 'robin@example.com'): Promise<Customer> {
  const customer: Customer = {
    ...{
      custid: address as CustId,
      role: 'customer',
      planid: 'basic',
      paid: null,
      locale: null,
      passwordHash: '-',
      epoch: 1,
    },
    ...{ isVerified: true, isMailProven: true, apiTokenHash: apiTokenHash(TOKEN), createdAtMs: clock.now() },
    ...{ secretsCreated: 0, secretsShared: 0, emailsSent: 0 },
  };
  await store.accounts.create(customer);
  return customer;
}

/** The cookie of a browser in which this customer has just signed in. */
export async function sessionCookie({ store, seal, clock }: TestApp, customer: Customer): Promise<string> {
  const rules = { lifeMs: 3_600_000, rememberedLifeMs: 3_600_000 };
  const facts = beginSession(customer, false, rules, clock.now());
  const session = { cookie: { originalMaxAge: null, path: '/', httpOnly: true }, facts } as unknown as SessionData;
  const { promise, resolve } = Promise.withResolvers<void>();
  store.sessions.rows.set('signed-in', session, () => resolve());
  await promise;
  const secret = seal.signingKeys('session')[0].toString('base64url');
  const signature = createHmac('sha256', secret).update('signed-in').digest('base64').replace(/=+$/, '');
  return `sess=${encodeURIComponent(`s:signed-in.${signature}`)}`;
}
