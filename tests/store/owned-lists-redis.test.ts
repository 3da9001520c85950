import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectRedis, type RedisConnection } from '#src/store/redis/connection.ts';
import { createOwnedSecrets } from '#src/store/redis/owned-secrets.ts';
import { askRedis } from '../support/redis-ask.ts';
import { untilSo } from '../support/until-so.ts';
import { openOwnRedis } from './own-redis.ts';
import { START_MS, sample } from './sealed-sample.ts';

const range = { sinceMs: 0, limit: 10 };
const LISTS = ['hushlink:owned:{me}:made', 'hushlink:owned:{me}:ends'];
const OF_DOMAIN = ['hushlink:shared:{here}:made', 'hushlink:shared:{here}:ends'];

test('redis: what is over by its own clock leaves the lists of its owner, and where it takes no writes they are read', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const nowMs = Date.now();
  const put = async (createdAtMs: number, recordExpiresAtMs: number) => {
    const times = { createdAtMs, expiresAtMs: createdAtMs + 60_000, recordExpiresAtMs };
    const { secret, metadata } = sample({ ownerTag: 'me', ownerCopy: Buffer.from('copy'), senderCopy: null, ...times });
    await store.secrets.put(secret, metadata);
    return secret.id;
  };
  const kept = () => Promise.all(LISTS.map((list) => askRedis(server.port, 'ZCARD', list)));
  const listed = async (atMs: number) => (await store.secrets.ownedBy('me', range, atMs)).map(({ id }) => id);
  await put(nowMs - 7_200_000, nowMs - 3_600_000);
  const lives = await put(nowMs, nowMs + 3_600_000);
  assert.deepEqual(await kept(), [1, 1], 'who adds clears away');
  await put(nowMs - 7_200_001, nowMs - 3_600_000);
  assert.deepEqual(await kept(), [2, 2]);
  await askRedis(server.port, 'CONFIG', 'SET', 'min-replicas-to-write', '1');
  assert.deepEqual(await listed(nowMs), [lives]);
  assert.equal(await store.secrets.countOwnedBy('me', range, nowMs), 1);
  assert.deepEqual(await kept(), [2, 2], 'nothing can be cleared away');
  await askRedis(server.port, 'CONFIG', 'SET', 'min-replicas-to-write', '0');
  assert.deepEqual(await listed(nowMs + 86_400_000), []);
  assert.deepEqual(await kept(), [1, 1], 'by the clock of Redis one of them lives');
  assert.deepEqual(await listed(nowMs), [lives]);
});

test('redis: a secret that was refused and listed all the same does not stay in a list', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const { secret, metadata } = sample({ ownerTag: 'me', ownerCopy: Buffer.from('copy'), domainTag: 'here' });
  // As in a Cluster, where the master of the lists is there and that of the secret is away.
  await askRedis(server.port, 'ACL', 'SETUSER', 'default', 'resetkeys', '~hushlink:*');
  await assert.rejects(store.secrets.put(secret, metadata), { name: 'StoreUnavailable', isUnchanged: true });
  await untilSo('no list has it', async () => (await askRedis(server.port, 'EXISTS', ...LISTS, ...OF_DOMAIN)) === 0);
  await askRedis(server.port, 'ACL', 'SETUSER', 'default', '~*');
  assert.equal(await store.secrets.countOwnedBy('me', range, START_MS), 0);
});

test("redis: a secret that is made while its owner is forgotten is nobody's once the owner is forgotten again", async (t) => {
  const { server, store } = await openOwnRedis(t);
  const redis = await connectRedis({ url: server.url, onError: () => {} });
  t.after(() => redis.close());
  const own = () => sample({ ownerTag: 'me', ownerCopy: Buffer.from('copy') });
  const [before, meanwhile, listedAlone] = [own(), own(), own()];
  await store.secrets.put(before.secret, before.metadata);
  // In a Cluster a list may have what is not yet kept.
  await createOwnedSecrets(redis).add(listedAlone.secret);
  const slow = afterFirst(redis, () => store.secrets.put(meanwhile.secret, meanwhile.metadata));
  await createOwnedSecrets(slow).disown('me');
  await store.secrets.put(listedAlone.secret, listedAlone.metadata);
  await store.secrets.disown('me');
  for (const { secret } of [before, meanwhile, listedAlone]) {
    const row = await store.secrets.look(secret.id, START_MS);
    assert.deepEqual([row?.life, row?.ownerTag], ['live', null]);
  }
  assert.equal(await askRedis(server.port, 'EXISTS', ...LISTS), 0);
});

test('redis: of an owner who has shared much, five hundred secrets are forgotten at a time', async (t) => {
  const { server } = await openOwnRedis(t);
  const redis = await connectRedis({ url: server.url, onError: () => {} });
  t.after(() => redis.close());
  const owned = createOwnedSecrets(redis);
  const many = Array.from({ length: 1200 }, () => sample({ ownerTag: 'me', ownerCopy: Buffer.from('copy') }).secret);
  await Promise.all(many.map((secret) => owned.add(secret)));
  const { connection, most } = countingAtOnce(redis);
  await createOwnedSecrets(connection).disown('me');
  assert.equal(most(), 500);
});

/** The same connection, and how many scripts were under way at once. */
function countingAtOnce(redis: RedisConnection) {
  let [underWay, most] = [0, 0];
  const run: RedisConnection['run'] = async (...args) => {
    underWay += 1;
    most = Math.max(most, underWay);
    return redis.run(...args).finally(() => {
      underWay -= 1;
    });
  };
  return { connection: { ...redis, run }, most: () => most };
}

/** The same connection, with something that others do between its first answer and what follows. */
function afterFirst(redis: RedisConnection, others: () => Promise<void>): RedisConnection {
  let isFirst = true;
  const after = async (reply: Promise<unknown>) => {
    const value = await reply;
    if (isFirst) {
      isFirst = false;
      await others();
    }
    return value;
  };
  return { ...redis, run: (...args) => after(redis.run(...args)), command: (...args) => after(redis.command(...args)) };
}
