import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { customerOf } from '../accounts/people.ts';
import { openBilling, SOLD_ENV } from './stage.ts';

/** What the administrator's page says of payments. */
async function saidAt(site: TestApp): Promise<string> {
  const colonel = await customerOf(site);
  await site.store.accounts.setRole(colonel.address as never, 'colonel');
  return /<p>(Payments are [^<]*)<\/p>/.exec((await colonel.open('/colonel')).text)?.[1] ?? '';
}

test('the administrator is told whether payments are on, by links alone, or off', async (t) => {
  const light = { hasLightPassphrases: true };
  assert.match(await saidAt(createTestApp(t, light)), /^Payments are off/);
  assert.match(await saidAt(createTestApp(t, { ...light, env: PLANS_ON })), /^Payments are off/);
  assert.match(await saidAt(createTestApp(t, { ...light, env: SOLD_ENV })), /^Payments are by links alone/);
  assert.equal(await saidAt(await openBilling(t)), 'Payments are on.');
});
