import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';
import { callAs, customerOf } from '../accounts/people.ts';

test('a secret is made and opened also where nobody can count it for its owner, and the log says so', async (t) => {
  const site = createTestApp(t, { hasLightPassphrases: true });
  const owner = await customerOf(site);
  const addCounts = async () => {
    throw new StoreUnavailable('away', { cause: new Error('the disk is full') });
  };
  Object.assign(site.store.accounts, { addCounts });
  const made = await callAs(site, owner, '/secret/conceal', { secret: 'the door code' });
  assert.equal(made.status, 200);
  const { body } = await apiOf(site).reveal(made.body.record.secret.key).expect(200);
  assert.equal(body.record.secret_value, 'the door code');
  const lost = site.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'count lost');
  assert.deepEqual(
    lost.map(({ cause }) => cause.message),
    ['the disk is full', 'the disk is full'],
  );
});
