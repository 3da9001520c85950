import { randomBytes } from 'node:crypto';
import { composePasswords } from '#src/compose/accounts.ts';
import { apiTokenHash, makeApiToken } from '#src/crypto/api-token.ts';
import { createQueue } from '#src/crypto/queue.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { beginSession } from '#src/features/sessions/session.ts';
import { sessionCookieValue } from '#src/http/session-cookie.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import type { TestApp } from '../support/app.ts';

export const PASSWORD = 'correct horse battery';
export const ROLES = ['customer', 'colonel'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody with an account, who is signed in and has an API token. Both may change in the course of a visit. */
export interface Person {
  readonly custid: string;
  token: string;
  /** 'sess=…'; empty when the session has ended. */
  cookie: string;
  shrimp: string | null;
}

/** Makes people as a sign-up and a sign-in would leave them, without the pages in between. */
export async function createPeople({ store, seal, clock, config }: TestApp) {
  const passwords = composePasswords({ config, randomBytes }, createQueue({ concurrent: 1, waiting: 1 }));
  const hashed = await passwords.hash(PASSWORD);
  if (!hashed.ok) throw new Error('no password is hashed');
  const secret = seal.signingKeys('session').map((key) => key.toString('base64url'))[0] ?? '';
  const rules = { lifeMs: 365 * 86_400_000, rememberedLifeMs: 365 * 86_400_000 };

  return async (role: Role, visit: string): Promise<Person> => {
    const token = makeApiToken(randomBytes);
    const customer = sampleCustomer({
      ...{ custid: `${role}${visit}@example.org` as CustId, role, planid: 'identity', isMailProven: true },
      ...{ locale: 'en', passwordHash: hashed.value, apiTokenHash: apiTokenHash(token), createdAtMs: clock.now() },
    });
    await store.accounts.create(customer);
    const id = randomBytes(24).toString('base64url');
    const facts = beginSession(customer, true, rules, clock.now());
    const session = { cookie: { originalMaxAge: null }, facts };
    await new Promise<void>((resolve, reject) =>
      store.sessions.rows.set(id, session as never, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    await store.sessions.renew(id, session as never);
    const cookie = `sess=${encodeURIComponent(sessionCookieValue(id, secret))}`;
    return { custid: customer.custid, token, cookie, shrimp: null };
  };
}
