import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { SecretId } from '#src/crypto/ids.ts';
import { connectRedis, type RedisConnection } from '#src/store/redis/connection.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { REPLICATED_SCRIPTS } from '#src/store/redis/replicated-scripts.ts';
import { askRedis, infoOf } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { claimant } from './redelivery.contract.ts';
import { POLICY, putSample, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };
const UNCERTAIN = { name: 'StoreUnavailable', isUnchanged: false };

const master = await startRedisServer({ isForgetful: true, settings: () => ({ 'repl-diskless-sync-delay': '0' }) });
const replica = await startRedisServer({
  isForgetful: true,
  settings: () => ({ replicaof: `127.0.0.1 ${master.port}` }),
});
const store = await openRedisStore({
  ...{ url: master.url, waitReplicas: 1, policy: POLICY },
  ...{ onError: () => {}, onWarning: assert.fail },
});
const { secrets } = store;
after(async () => {
  await store.close();
  await Promise.all([master.stop(), replica.stop()]);
});

const isAlone = () => untilSo('no replica', async () => (await infoOf(master.port, 'connected_slaves')) === '0');
/** One that is still being filled counts as connected, and answers no WAIT. */
const isFollowed = () =>
  untilSo('a replica that follows', async () => (await infoOf(master.port, 'slave0')).includes('state=online'));
const onReplica = async (id: SecretId) => String(await askRedis(replica.port, 'HGET', `{${id}}:state`, 'life'));

beforeEach(isFollowed);

async function put() {
  return (await putSample(secrets)).secret;
}

/** While no replica is there. */
async function alone<Value>(run: () => Promise<Value>): Promise<Value> {
  await replica.kill('SIGKILL');
  await isAlone();
  try {
    return await run();
  } finally {
    await replica.restart();
    await isFollowed();
  }
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    (value) => assert.fail(`answered: ${JSON.stringify(value)}`),
    ({ name, isUnchanged }) => ({ name, isUnchanged }),
  );

test('waiting for a replica: when a secret is answered as kept, claimed or burned, the replica knows it', async () => {
  const [claimed, burned] = [await put(), await put()];
  assert.deepEqual([await onReplica(claimed.id), await onReplica(burned.id)], ['live', 'live']);
  assert.equal((await secrets.claim(claimed.id, right, START_MS)).kind, 'claimed');
  assert.equal(await onReplica(claimed.id), 'received');
  assert.equal((await secrets.burn(burned.id, right, 'sender', START_MS)).kind, 'burned');
  assert.equal(await onReplica(burned.id), 'burned');
});

test('waiting for a replica: without one a claim hands nothing out, and the secret waits on, unchanged', async () => {
  const secret = await put();
  await alone(async () => {
    const failure = await failureOf(secrets.claim(secret.id, right, START_MS));
    assert.deepEqual(failure, { name: 'StoreUnavailable', isUnchanged: true });
    const row = await secrets.look(secret.id, START_MS);
    assert.deepEqual([row?.life, row?.endedAtMs, row?.burnedBy], ['live', null, null]);
  });
  const outcome = await secrets.claim(secret.id, right, START_MS);
  assert.ok(outcome.kind === 'claimed');
  assert.deepEqual(Buffer.from(outcome.content), secret.content);
  assert.deepEqual(await secrets.claim(secret.id, right, START_MS), { kind: 'gone' });
});

test('waiting for a replica: with the memory full and no replica the secret waits on, too', async () => {
  const secret = await put();
  await askRedis(master.port, 'CONFIG', 'SET', 'maxmemory', '1');
  await alone(async () => {
    const failure = await failureOf(secrets.claim(secret.id, right, START_MS));
    assert.deepEqual(failure, { name: 'StoreUnavailable', isUnchanged: true });
    assert.equal((await secrets.look(secret.id, START_MS))?.life, 'live');
  });
  assert.equal((await secrets.claim(secret.id, right, START_MS)).kind, 'claimed');
  await askRedis(master.port, 'CONFIG', 'SET', 'maxmemory', '0');
});

test('waiting for a replica: a secret that was released lives as long as before', async () => {
  const secret = await put();
  const ttl = async () => Number(await askRedis(master.port, 'PTTL', `{${secret.id}}:content`));
  const before = await ttl();
  await alone(() => failureOf(secrets.claim(secret.id, right, START_MS)));
  const after = await ttl();
  assert.ok(after > before - 60_000 && after <= before, `${before} ${after}`);
});

test('waiting for a replica: without one nobody is told that a secret is kept or burned; burned it stays', async () => {
  const secret = await put();
  await alone(async () => {
    const { secret: other, metadata } = sample();
    assert.equal((await failureOf(secrets.put(other, metadata))).isUnchanged, false);
    assert.equal((await failureOf(secrets.burn(secret.id, right, 'sender', START_MS))).isUnchanged, false);
    assert.equal((await secrets.look(secret.id, START_MS))?.life, 'burned');
  });
});

test('waiting for a replica: what changes no secret needs none', async () => {
  const secret = await put();
  await alone(async () => {
    assert.equal((await secrets.claim(secret.id, wrong, START_MS)).kind, 'wrong-proof');
    assert.equal((await secrets.claim(secret.id, right, START_MS)).kind, 'too-early');
    assert.deepEqual(await secrets.claim(sample().secret.id, right, START_MS), { kind: 'gone' });
  });
});

test('waiting for a replica: whoever holds a claim may ask again and gets the same; nobody else does', async (t) => {
  const redis = await connectRedis({ url: master.url, waitReplicas: 1, onError: () => {} });
  t.after(() => redis.close());
  const secret = await put();
  const keys = keysOf(secret.id);
  const hold = (token: string) => holdBy(redis, keys, token);
  assert.deepEqual(await hold('mine'), ['ended', Buffer.from(secret.content).toString('hex')]);
  assert.deepEqual(await hold('mine'), ['ended', Buffer.from(secret.content).toString('hex')]);
  assert.deepEqual(await hold('other'), ['gone']);
  assert.deepEqual(await secrets.claim(secret.id, right, START_MS), { kind: 'gone' });
  assert.equal(await redis.run(REPLICATED_SCRIPTS.release, keys, ['other', String(START_MS)]), 0);
  assert.equal(await redis.run(REPLICATED_SCRIPTS.settle, keys, ['mine', '0']), 1);
  assert.deepEqual(await hold('mine'), ['gone']);
  assert.equal(await redis.run(REPLICATED_SCRIPTS.release, keys, ['mine', String(START_MS)]), 0);
});

test('waiting for a replica: a claimant gets it again once a replica knows of it, and of a new master too', async () => {
  const [secret, mine] = [await put(), claimant()];
  assert.equal((await secrets.claim(secret.id, mine, START_MS)).kind, 'claimed');
  await alone(async () => {
    assert.deepEqual(await failureOf(secrets.claim(secret.id, mine, START_MS)), UNCERTAIN);
    assert.deepEqual(await secrets.claim(secret.id, claimant(), START_MS), { kind: 'gone' });
    assert.equal((await secrets.look(secret.id, START_MS))?.life, 'received');
  });
  const again = await secrets.claim(secret.id, mine, START_MS);
  assert.ok(again.kind === 'claimed' && again.isAgain);
  assert.deepEqual(Buffer.from(again.content), secret.content);
  const kept = await askRedis(replica.port, 'EXISTS', `{${secret.id}}:content`);
  assert.deepEqual([Number(kept), await onReplica(secret.id)], [1, 'received']);
});

test('waiting for a replica: without one a claimant gets nothing, and is not remembered by the secret that waits on', async () => {
  const [secret, mine] = [await put(), claimant()];
  await alone(async () => {
    await failureOf(secrets.claim(secret.id, mine, START_MS));
    const row = await secrets.look(secret.id, START_MS);
    assert.deepEqual([row?.life, row?.claimantHash], ['live', null]);
  });
  assert.equal((await secrets.claim(secret.id, claimant(), START_MS)).kind, 'claimed');
  assert.deepEqual(await secrets.claim(secret.id, mine, START_MS), { kind: 'gone' });
});

test('waiting for a replica: what its claimant has got again is never released by the call that took it first', async (t) => {
  const redis = await connectRedis({ url: master.url, waitReplicas: 1, onError: () => {} });
  t.after(() => redis.close());
  const [secret, mine] = [await put(), claimant()];
  const keys = keysOf(secret.id);
  const hash = [mine.claimantHash, String(mine.redeliveryMs)] as const;
  assert.deepEqual((await holdBy(redis, keys, 'first', hash))[0], 'ended');
  assert.equal((await secrets.claim(secret.id, mine, START_MS)).kind, 'claimed');
  assert.equal(await redis.run(REPLICATED_SCRIPTS.release, keys, ['first', String(START_MS)]), 0);
  assert.equal((await secrets.look(secret.id, START_MS))?.life, 'received');
  assert.deepEqual((await holdBy(redis, keys, 'first', hash))[0], 'again');
});

test('waiting for a replica: an operator who burns while a claim is held lets it be handed out, and kept for nobody', async (t) => {
  const redis = await connectRedis({ url: master.url, waitReplicas: 1, onError: () => {} });
  t.after(() => redis.close());
  const [secret, mine] = [await put(), claimant()];
  const keys = keysOf(secret.id);
  const hash = [mine.claimantHash, String(mine.redeliveryMs)] as const;
  await holdBy(redis, keys, 'first', hash);
  assert.deepEqual(await Array.fromAsync(secrets.burnUnread({ kind: 'ids', ids: [secret.id] }, START_MS)), []);
  assert.equal((await holdBy(redis, keys, 'first', hash))[0], 'ended');
  assert.equal(await redis.run(REPLICATED_SCRIPTS.settle, keys, ['first', '60000']), 1);
  assert.equal(await askRedis(master.port, 'EXISTS', keys[1]!), 0);
  assert.deepEqual(await secrets.claim(secret.id, mine, START_MS), { kind: 'gone' });
});

test('waiting for a replica: what an operator burns while a claim is held is burned where nobody gets it after all', async (t) => {
  const redis = await connectRedis({ url: master.url, waitReplicas: 1, onError: () => {} });
  t.after(() => redis.close());
  const hash = [claimant().claimantHash, '60000'] as const;
  for (const held of [hash, undefined]) {
    const secret = await put();
    const keys = keysOf(secret.id);
    await holdBy(redis, keys, 'first', held);
    assert.deepEqual(await Array.fromAsync(secrets.burnUnread({ kind: 'ids', ids: [secret.id] }, START_MS)), []);
    assert.equal(await redis.run(REPLICATED_SCRIPTS.release, keys, ['first', String(START_MS)]), 0);
    const row = await secrets.look(secret.id, START_MS);
    assert.deepEqual([row?.life, row?.burnedBy, row?.endedAtMs], ['burned', 'operator', START_MS]);
    assert.equal(await askRedis(master.port, 'EXISTS', keys[1]!), 0);
    assert.deepEqual(await secrets.claim(secret.id, right, START_MS), { kind: 'gone' });
  }
});

test('waiting for a replica: keeping a secret may be asked again, and another of its name is refused', async () => {
  const [first, other] = [sample(), sample()];
  await secrets.put(first.secret, first.metadata);
  await secrets.put(first.secret, first.metadata);
  await assert.rejects(secrets.put({ ...other.secret, id: first.secret.id }, other.metadata), { name: 'IdTaken' });
  await secrets.claim(first.secret.id, right, START_MS);
  await secrets.put(first.secret, first.metadata);
  assert.deepEqual(await secrets.claim(first.secret.id, right, START_MS), { kind: 'gone' });
});

test('without waiting no command asks for replicas', async (t) => {
  const plain = await openRedisStore({ url: master.url, policy: POLICY, onError: () => {}, onWarning: assert.fail });
  t.after(() => plain.close());
  const waits = async () => /cmdstat_wait:calls=(\d+)/.exec(String(await askRedis(master.port, 'INFO', 'all')))?.[1];
  const before = await waits();
  const { secret, metadata } = sample();
  await plain.secrets.put(secret, metadata);
  assert.equal((await plain.secrets.claim(secret.id, right, START_MS)).kind, 'claimed');
  assert.equal(await waits(), before);
});

function keysOf(id: SecretId): string[] {
  return ['state', 'content', 'sender'].map((part) => `{${id}}:${part}`);
}

async function holdBy(
  redis: RedisConnection,
  keys: readonly string[],
  token: string,
  hash: readonly [Uint8Array | '', string] = ['', '0'],
): Promise<string[]> {
  const proof = [RIGHT, String(START_MS), ...[4, 1000, 3000, 60_000].map(String)];
  const args = [...proof, 'received', '', ...hash, token, '60000'];
  const [kind, content] = (await redis.runReplicated(REPLICATED_SCRIPTS.hold, keys, args)) as Buffer[];
  return [String(kind), ...(content === undefined ? [] : [content.toString('hex')])];
}
