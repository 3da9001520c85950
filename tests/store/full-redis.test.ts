import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectRedis } from '#src/store/redis/connection.ts';
import { createRedisSecretStore } from '#src/store/redis/secret-store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { askRedis } from '../support/redis-ask.ts';
import { openOwnRedis } from './own-redis.ts';
import { claimant } from './redelivery.contract.ts';
import { POLICY, putSample, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };

test('redis: with its memory full it takes no secret and says so to probes, and goes on when there is room', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const put = () => {
    const { secret, metadata } = sample();
    return store.secrets.put(secret, metadata);
  };
  await store.site.ping();
  await askRedis(server.port, 'CONFIG', 'SET', 'maxmemory', '1');
  await assert.rejects(put(), (error) => error instanceof StoreUnavailable && error.isUnchanged);
  await assert.rejects(store.site.ping(), StoreUnavailable);
  await askRedis(server.port, 'CONFIG', 'SET', 'maxmemory', '0');
  await store.site.ping();
  await put();
});

test('redis: with its memory full what waits can be read and burned, and a wrong passphrase counts', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const { secrets } = store;
  const put = async (hasPassphrase = true) => (await putSample(secrets, { hasPassphrase })).secret;
  const [read, kept, atOnce, burned, guessed] = [await put(), await put(), await put(false), await put(), await put()];
  await askRedis(server.port, 'CONFIG', 'SET', 'maxmemory', '1');
  assert.equal((await secrets.claim(read.id, right, START_MS)).kind, 'claimed');
  assert.equal((await secrets.claim(kept.id, claimant(), START_MS)).kind, 'claimed');
  assert.equal((await secrets.claimAtOnce(atOnce.id, right, atOnce.siteKeyId, START_MS))?.kind, 'claimed');
  assert.equal((await secrets.burn(burned.id, right, 'sender', START_MS)).kind, 'burned');
  assert.equal((await secrets.claim(guessed.id, wrong, START_MS)).kind, 'wrong-proof');
  assert.equal((await secrets.claim(guessed.id, right, START_MS)).kind, 'too-early');
  for (const { id } of [read, kept, atOnce, burned]) {
    assert.deepEqual(await secrets.claim(id, right, START_MS), { kind: 'gone' });
  }
});

test('redis: with its memory full it is noted that somebody has opened a secret or read its record', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const { secrets } = store;
  const { id } = (await putSample(secrets)).secret;
  await askRedis(server.port, 'CONFIG', 'SET', 'maxmemory', '1');
  await secrets.markOpened(id, START_MS + 1);
  await secrets.markOpened(id, START_MS + 2);
  assert.deepEqual(
    [await secrets.markViewed(id, START_MS + 3), await secrets.markViewed(id, START_MS + 4)],
    [true, false],
  );
  const row = await secrets.look(id, START_MS + 5);
  assert.deepEqual([row?.openedAtMs, row?.viewedAtMs], [START_MS + 1, START_MS + 3]);
});

test('redis: a secret that is kept though its owner’s list is full does not count as one that was not', async (t) => {
  const { server } = await openOwnRedis(t);
  const redis = await connectRedis({ url: server.url, waitReplicas: 0, onError: () => {} });
  t.after(() => redis.close());
  const { secret, metadata } = sample({ ownerTag: 'o'.repeat(43) });
  const full = { ...redis, runReplicated: async () => Promise.reject(new StoreUnavailable('no room')) };
  const secrets = createRedisSecretStore(full, {
    ...{ policy: POLICY, newToken: () => 'token', tally: { made: () => {}, ended: () => {}, flush: async () => {} } },
    endings: { end: async () => [] },
  });
  const isKept = async () => (await secrets.look(secret.id, START_MS)) !== null;
  await assert.rejects(secrets.put(secret, metadata), { name: 'StoreUnavailable', isUnchanged: false });
  assert.equal(await isKept(), true);
  // And what is not kept, is not, whatever the list says.
  await assert.rejects(secrets.put(secret, metadata), { name: 'IdTaken' });
});
