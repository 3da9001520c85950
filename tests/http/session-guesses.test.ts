import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Store } from 'express-session';
import supertest from 'supertest';
import { compose } from '#src/compose.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createSessionGuesses, MOST_GUESSES } from '#src/http/session-guesses.ts';
import { callAs, customerOf, PASSWORD, signIn } from '../features/accounts/people.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { visitorOf } from '../support/visitor.ts';

const DAY_MS = 86_400_000;

const ids = Array.from({ length: MOST_GUESSES }, (_, at) => `session ${at}`);
const whose = (id: string) => `${id}@example.org` as CustId;
const factsOf = (id: string, expiresAtMs = DAY_MS) => {
  return { custid: whose(id), epoch: 1, isRemembered: false, seenAtMs: 0, expiresAtMs };
};

test('a session that is known already pushes no other out, however often it is seen', () => {
  const guesses = createSessionGuesses(() => 0);
  for (const id of [...ids, ...ids]) guesses.note(id, factsOf(id));
  for (const id of ids) assert.equal(guesses.of(id), whose(id));
  for (let again = 0; again < 3; again += 1) guesses.note('session 500', factsOf('session 500'));
  for (const id of ids) assert.equal(guesses.of(id), whose(id));
});

test('one session more than fit pushes out the one that was not seen for longest', () => {
  const guesses = createSessionGuesses(() => 0);
  for (const id of [...ids, 'session 0', 'new']) guesses.note(id, factsOf(id));
  assert.deepEqual(['session 0', 'session 1', 'new'].map(guesses.of), [whose('session 0'), undefined, whose('new')]);
});

test('from its end on nothing is known of a session, also if nobody looks at it any more', () => {
  let nowMs = 0;
  const guesses = createSessionGuesses(() => nowMs);
  guesses.note('long', factsOf('long'));
  for (const id of ids.slice(1)) guesses.note(id, factsOf(id, 60_000));
  nowMs = 59_999;
  assert.equal(guesses.of('session 1'), whose('session 1'));
  nowMs = 60_000;
  assert.equal(guesses.of('session 1'), undefined);
  // Those that are over make room.
  guesses.note('new', factsOf('new'));
  assert.deepEqual(['long', 'new'].map(guesses.of), ['long', 'new'].map(whose));
});

test('after signing out nothing is known of the session any more', async () => {
  const site = createTestApp({ after }, { hasLightPassphrases: true });
  const { app, asked } = watch(site);
  const customer = await customerOf(site);
  const visitor = visitorOf({ app });
  const sess = sessionOf(customer.cookies());
  visitor.setCookie('sess', decodeURIComponent(sess));
  await visitor.open('/dashboard');
  await visitor.open('/logout');
  assert.ok(asked.includes('account'));
  asked.length = 0;
  assert.deepEqual([await statusOf(app, sess), asked], [401, ['session']]);
});

test('of a deleted account nothing is known any more, also by a sign-in that was not its last', async () => {
  const { site, other, look } = await signInTwice();
  assert.deepEqual(await look(), [200, 'session', 'account']);
  assert.deepEqual(await look(), [200, 'account', 'session']);
  await callAs(site, other, '/account/destroy', { confirmation: PASSWORD, tabindex: 'destroy' });
  assert.deepEqual(await look(), [401, 'account', 'session']);
  assert.deepEqual(await look(), [401, 'session', 'account']);
});

test('of a session that a new password has ended nothing is known any more', async () => {
  const { site, other, look } = await signInTwice();
  assert.deepEqual(await look(), [200, 'session', 'account']);
  const passwords = { currentp: PASSWORD, newp: 'another 8 lantern!', newp2: 'another 8 lantern!' };
  await callAs(site, other, '/account/change-password', passwords);
  assert.deepEqual(await look(), [401, 'account', 'session']);
  assert.deepEqual(await look(), [401, 'session', 'account']);
});

/** A customer whose second sign-in is `other`; `look` asks by the first, and says what was asked of the store for it. */
async function signInTwice() {
  const site = createTestApp({ after }, { hasLightPassphrases: true });
  const { app, asked } = watch(site);
  const customer = await customerOf(site);
  const other = visitorOf(site);
  await signIn(other, customer.address);
  const sess = sessionOf(customer.cookies());
  const look = async () => [await statusOf(app, sess), ...asked.splice(0)];
  return { site, other, look };
}

/** The site by another process, and what it asks its store for, in that order. An account that is guessed comes first. */
function watch(site: TestApp) {
  const asked: string[] = [];
  const { accounts, sessions } = site.store;
  const find = (custid: CustId) => {
    asked.push('account');
    return accounts.find(custid);
  };
  const get: Store['get'] = (...sought) => {
    asked.push('session');
    sessions.rows.get(...sought);
  };
  const destroy: Store['destroy'] = (...ended) => sessions.rows.destroy(...ended);
  const rows = Object.assign(Object.create(sessions.rows) as Store, { get, destroy });
  const store = { ...site.store, accounts: { ...accounts, find }, sessions: { ...sessions, rows } };
  return { app: compose({ ...site.composed, store }), asked };
}

function sessionOf(cookies: string): string {
  return /(?:^|; )sess=([^;]+)/.exec(cookies)?.[1] ?? '';
}

async function statusOf(app: ReturnType<typeof watch>['app'], sess: string): Promise<number> {
  const asking = supertest(app).get('/api/v2/authcheck').set('Host', 'localhost:3000').set('Cookie', `sess=${sess}`);
  return (await asking).status;
}
