import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { compose } from '#src/compose.ts';
import { readValue } from '../../metrics/stage.ts';
import { apiOf } from '../../support/api.ts';
import type { TestApp } from '../../support/app.ts';
import { limitedSite } from './stage.ts';

/** What the process says of who counts. */
const aloneOf = ({ internal }: TestApp) => readValue(internal, 'hushlink_rate_limits_alone');
const countedBy = ({ logged }: TestApp) =>
  logged
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'rate-limits')
    .map((line) => String(line.countedBy));

/** The same process with its configuration read again. */
function reloaded({ composed }: TestApp, isEnabled: boolean) {
  const { limits } = composed.config;
  return compose({ ...composed, config: { ...composed.config, limits: { ...limits, isEnabled } } });
}

/** Asks once while the store takes no counts. */
async function askAlone(site: TestApp): Promise<void> {
  const other = new DatabaseSync(join(site.folder, 'hushlink.db'));
  other.exec('BEGIN IMMEDIATE');
  await apiOf(site).get('/status').expect(200);
  other.exec('ROLLBACK');
  other.close();
  assert.equal(await aloneOf(site), 1);
}

test('limits after a reload say so once the store counts again, which those before it did without', async (t) => {
  const site = limitedSite(t, {});
  await askAlone(site);
  await apiOf({ app: reloaded(site, true) })
    .get('/status')
    .expect(200);
  assert.equal(await aloneOf(site), 0);
  assert.deepEqual(countedBy(site), ['process', 'store']);
});

test('a process whose limits a reload turns off no longer limits by its own counts, and says so', async (t) => {
  const site = limitedSite(t, {});
  await askAlone(site);
  reloaded(site, false);
  assert.equal(await aloneOf(site), 0);
  assert.deepEqual(countedBy(site), ['process', 'nobody']);
});

test('a request that waits for its count over a reload says nothing of the limits after it', async (t) => {
  const site = limitedSite(t, {});
  const [asked, count] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const add = () => {
    asked.resolve();
    return count.promise;
  };
  const before = compose({ ...site.composed, store: { ...site.store, rates: { ...site.store.rates, add } } });
  const answer = Promise.resolve(apiOf({ app: before }).get('/status').expect(200));
  await asked.promise;
  reloaded(site, false);
  count.reject(new Error('away'));
  await answer;
  assert.equal(await aloneOf(site), 0);
  assert.deepEqual(countedBy(site), []);
});
