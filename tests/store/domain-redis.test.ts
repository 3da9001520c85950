import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from 'redis';
import { connectRedis } from '#src/store/redis/connection.ts';
import { createRedisDomainStore } from '#src/store/redis/domain-store.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { domainProofContract } from './domain-proof.contract.ts';
import { BRAND, OBSERVATION, sampleLogo } from './domain-sample.ts';
import { added, domainStoreContract } from './domain-store.contract.ts';
import { START_MS } from './sealed-sample.ts';
import { openTwiceOnRedis } from './twice-on-redis.ts';

const { client, empty, keys } = await openTwiceOnRedis((store) => store.domains);

domainStoreContract('redis', empty);
domainProofContract('redis', empty);

test('redis: domains share one hash tag and stay, and their removal leaves no key', async () => {
  const [domains] = await empty();
  const { ownerTag, name, id } = await added(domains);
  await domains.setBrand(ownerTag, name, BRAND, START_MS);
  await domains.setLogo(ownerTag, name, sampleLogo(), START_MS);
  await domains.noteProof(id, 'present', { graceMs: 0, nowMs: START_MS });
  await domains.noteObservation(id, OBSERVATION, START_MS);
  const parts = ['due', `logo:${id}`, `owner:${ownerTag}`, `record:${id}`, `served:${name}`];
  assert.deepEqual(
    await keys(),
    parts.map((part) => `hushlink:{domains}:${part}`),
  );
  for (const key of await keys()) assert.equal(await client.sendCommand(['PTTL', key]), -1, key);
  await domains.removeAll(ownerTag);
  assert.deepEqual(await keys(), []);
});

test('redis: which domain a request came by is asked in one command', async (t) => {
  // One in which nobody else asks: an open store asks now and then whether it is still open.
  const own = await startRedisServer();
  const [redis, client] = await Promise.all([
    connectRedis({ url: own.url, onError: () => {} }),
    createClient({ url: own.url }).connect(),
  ]);
  t.after(async () => {
    await Promise.all([redis.close(), client.close()]);
    await own.stop();
  });
  const domains = createRedisDomainStore(redis);
  const { id, name } = await added(domains);
  await domains.noteProof(id, 'present', { graceMs: 0, nowMs: START_MS });
  await domains.findServed(name);
  const asked = async () => {
    const stats = String(await client.sendCommand(['INFO', 'commandstats']));
    return ['evalsha', 'get', 'hmget'].map((name) =>
      Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1]),
    );
  };
  const before = await asked();
  await domains.findServed(name);
  const after = await asked();
  assert.deepEqual(
    after.map((count, at) => count - before[at]!),
    [1, 1, 1],
  );
});
