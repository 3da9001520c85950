import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { compose } from '#src/compose.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createSessionGuesses, MOST_GUESSES } from '#src/http/session-guesses.ts';
import { customerOf } from '../features/accounts/people.ts';
import { createTestApp } from '../support/app.ts';
import { visitorOf } from '../support/visitor.ts';

const ids = Array.from({ length: MOST_GUESSES }, (_, at) => `session ${at}`);
const whose = (id: string) => `${id}@example.org` as CustId;

test('a session that is known already pushes no other out, however often it is seen', () => {
  const guesses = createSessionGuesses();
  for (const id of [...ids, ...ids]) guesses.note(id, whose(id));
  for (const id of ids) assert.equal(guesses.of(id), whose(id));
  for (let again = 0; again < 3; again += 1) guesses.note('session 500', whose('session 500'));
  for (const id of ids) assert.equal(guesses.of(id), whose(id));
});

test('one session more than fit pushes out the one that was not seen for longest', () => {
  const guesses = createSessionGuesses();
  for (const id of [...ids, 'session 0', 'new']) guesses.note(id, whose(id));
  assert.deepEqual(['session 0', 'session 1', 'new'].map(guesses.of), [whose('session 0'), undefined, whose('new')]);
});

test('after signing out nothing is known of the session any more', async () => {
  const site = createTestApp({ after }, { hasLightPassphrases: true });
  let finds = 0;
  const accounts = {
    ...site.store.accounts,
    find: (custid: CustId) => {
      finds += 1;
      return site.store.accounts.find(custid);
    },
  };
  const app = compose({ ...site.composed, store: { ...site.store, accounts } });
  const customer = await customerOf(site);
  const visitor = visitorOf({ app });
  const sess = /(?:^|; )sess=([^;]+)/.exec(customer.cookies())?.[1] ?? '';
  visitor.setCookie('sess', decodeURIComponent(sess));
  const copied = `sess=${sess}`;
  await visitor.open('/dashboard');
  await visitor.open('/logout');
  assert.ok(finds > 0);
  finds = 0;
  const asked = await supertest(app).get('/api/v2/authcheck').set('Host', 'localhost:3000').set('Cookie', copied);
  assert.deepEqual([asked.status, finds], [401, 0]);
});
