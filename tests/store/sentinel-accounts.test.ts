import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { startSentinelSite } from '../support/redis-sentinel.ts';
import { POLICY } from './sealed-sample.ts';

const open = (url: string) => openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: assert.fail });

for (const [kind, hasOpenSentinels] of [
  ['that want the same password', false],
  ['that want none', true],
] as const) {
  test(`a Redis with a password is found through sentinels ${kind}`, async (t) => {
    const site = await startSentinelSite({ password: 'p@ss/word', hasOpenSentinels });
    t.after(() => site.stop());
    const store = await open(site.url);
    t.after(() => store.close());
    await store.site.ping();
  });
}

test('sentinels that know no master of that name stop the start', async (t) => {
  const site = await startSentinelSite();
  t.after(() => site.stop());
  await assert.rejects(open(site.url.replace(/\/\w+$/, '/other')), { name: 'StoreUnavailable' });
});
