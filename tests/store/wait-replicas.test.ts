import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBurnUnread } from '#src/store/redis/burn-unread.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis } from '../support/redis-ask.ts';
import { claimant } from './redelivery.contract.ts';
import { livesInRedis } from './redis-lives.ts';
import { failureOf, openReplicaStage, UNCERTAIN } from './replica-stage.ts';
import { POLICY, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };
const { master, replica, secrets, put, connect, alone, onReplica } = await openReplicaStage();

livesInRedis(
  'waiting for a replica',
  () => secrets,
  (...command) => askRedis(master.port, ...command),
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

test('waiting for a replica: an operator whose burn is asked again is answered once a replica knows of it, too', async (t) => {
  const [unread, kept, mine] = [await put(), await put(), claimant()];
  assert.equal((await secrets.claim(kept.id, mine, START_MS)).kind, 'claimed');
  const deps = { owned: { idsOf: () => assert.fail() }, tally: { ended: () => {} }, newToken: () => 'the same' };
  const burnUnread = createBurnUnread(await connect(t), deps);
  for (const [{ id }, counts] of [
    [unread, [1]],
    [kept, []],
  ] as const) {
    const burn = () => Array.fromAsync(burnUnread({ kind: 'ids', ids: [id] }, START_MS));
    await alone(async () => {
      for (const time of ['first', 'again']) assert.deepEqual(await failureOf(burn()), UNCERTAIN, time);
    });
    assert.deepEqual(await burn(), counts);
  }
  assert.deepEqual(await secrets.claim(kept.id, mine, START_MS), { kind: 'gone' });
});

test('waiting for a replica: keeping a secret may be asked again, and another of its name is refused', async () => {
  const [first, other] = [sample({ ownerTag: 'owner', ownerCopy: Buffer.from('copy') }), sample()];
  await secrets.put(first.secret, first.metadata);
  await secrets.put(first.secret, first.metadata);
  await assert.rejects(secrets.put({ ...other.secret, id: first.secret.id }, other.metadata), { name: 'IdTaken' });
  await assert.rejects(secrets.put(other.secret, { ...other.metadata, id: first.metadata.id }), { name: 'IdTaken' });
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
