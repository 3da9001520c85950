import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis, infoOf } from '../support/redis-ask.ts';
import { MASTER_NAME, startSentinel } from '../support/redis-sentinel.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY, sample } from './sealed-sample.ts';

/** Two masters; of the sentinels some name the first and one the second, under the same number. */
async function openBetween(t: TestContext, namingFirst = 1) {
  const masters = await Promise.all([startRedisServer(), startRedisServer()]);
  const [first, second] = masters;
  const named = [...Array.from({ length: namingFirst }, () => first), second];
  const sentinels = await Promise.all(named.map(({ port }) => startSentinel(port, {})));
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const url = `redis+sentinel://${hosts}/${MASTER_NAME}`;
  const store = await openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: assert.fail });
  t.after(async () => {
    await store.close();
    await Promise.all([...sentinels, ...masters].map((one) => one.stop()));
  });
  const put = async () => {
    const { secret, metadata } = sample();
    await store.secrets.put(secret, metadata);
    return secret.id;
  };
  const keeps = async (port: number, id: string) => (await askRedis(port, 'EXISTS', `{${id}}:state`)) === 1;
  return { masters, sentinels, put, keeps };
}

test('a sentinel that goes on naming a dead master does not keep the store from the one that another names', async (t) => {
  const { masters, put, keeps } = await openBetween(t);
  const [first, second] = masters;
  assert.equal(await keeps(first.port, await put()), true);
  await first.kill('SIGKILL');
  // What was on its way to the first may have been done or not.
  const id = await put().catch(put);
  assert.equal(await keeps(second.port, id), true);
});

test('of two masters that are named under one number the store stays with the one that it has', async (t) => {
  const { masters, sentinels, put, keeps } = await openBetween(t);
  const [first, second] = sentinels;
  await first!.stop();
  await untilSo('the other is listened to', async () =>
    /sub=1/.test(String(await askRedis(second!.port, 'CLIENT', 'LIST'))),
  );
  // It is asked whom it names, too, a moment later.
  for (let puts = 0; puts < 20; puts += 1) {
    assert.equal(await keeps(masters[0].port, await put()), true);
    await pause(50);
  }
});

test('nor does it go to the other while more name the one that it has, which is away for a moment', async (t) => {
  const { masters, sentinels, put, keeps } = await openBetween(t, 2);
  const [first] = masters;
  const callsAtLast = async () => Number(await infoOf(sentinels.at(-1)!.port, 'total_connections_received'));
  await put();
  let ownCalls = await callsAtLast();
  await first.kill('SIGKILL');
  const onItsWay = put().catch(put);
  await untilSo('the one that names the second is asked', async () => (await callsAtLast()) > ++ownCalls);
  await first.restart();
  assert.equal(await keeps(first.port, await onItsWay), true);
});
