import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis, infoOf } from '../support/redis-ask.ts';
import { startSentinelSite } from '../support/redis-sentinel.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

test('sentinels that have lost all they knew are followed to the next master', async (t) => {
  const site = await startSentinelSite();
  t.after(() => site.stop());
  const store = await openRedisStore({ url: site.url, policy: POLICY, onError: () => {}, onWarning: assert.fail });
  t.after(() => store.close());
  const put = async () => {
    const { secret, metadata } = sample();
    await store.secrets.put(secret, metadata);
    return secret.id;
  };
  const failOver = async () => {
    await site.failOver();
    // What was on its way to the old master may have been done or not.
    await untilSo('a secret is kept by the new master', async () => {
      const id = await put().catch(() => null);
      return id !== null && (await askRedis(await site.masterPort(), 'EXISTS', `{${id}}:state`)) === 1;
    });
  };
  await failOver();
  await site.untilWhole();
  await failOver();
  await site.untilWhole();
  await site.forgetSentinels();
  const before = await site.masterPort();
  await site.failOver();
  await untilSo('the old master is a replica', async () => (await infoOf(before, 'role')) === 'slave');
  assert.equal((await store.secrets.look(await put(), START_MS))?.life, 'live');
});
