import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RedisConnection } from '#src/store/redis/connection.ts';
import { KEYS } from '#src/store/redis/keys.ts';
import { REPLICATED_SCRIPTS } from '#src/store/redis/replicated-scripts.ts';
import { stateFields } from '#src/store/redis/secret-rows.ts';
import { askRedis } from '../support/redis-ask.ts';
import type { Cleanup } from '../support/temp.ts';
import { claimAtOnceContract } from './claim-at-once.contract.ts';
import { claimant } from './redelivery.contract.ts';
import { failureOf, openReplicaStage, UNCERTAIN } from './replica-stage.ts';
import { LIFE_MS, RIGHT, START_MS } from './sealed-sample.ts';

const HELD_MS = 60_000;
const right = { proofHash: RIGHT, claimantHash: null };
const { master, secrets, put, connect, unheard } = await openReplicaStage();

claimAtOnceContract('held claims', () => secrets, false);

/** A secret that waits, and what is done to it over a connection of its own. */
async function stage(t: Cleanup) {
  const [redis, secret, mine] = [await connect(t), await put(), claimant()];
  const keys = KEYS.secret(secret.id);
  const [state, content, sender] = keys;
  const { settle, release } = REPLICATED_SCRIPTS;
  return {
    ...{ redis, secret, mine, keys },
    hash: [mine.claimantHash, String(mine.redeliveryMs)] as const,
    hold: (token: string, how: Partial<Hold> = {}) => holdBy(redis, keys, token, how),
    settle: (token: string, keptMs = '0') => redis.run(settle, keys, [token, keptMs]),
    release: (token: string) => redis.run(release, keys, [token, String(START_MS)]),
    burnByOperator: (atMs = START_MS) => Array.fromAsync(secrets.burnUnread({ kind: 'ids', ids: [secret.id] }, atMs)),
    fields: async (...names: string[]) => (await askRedis(master.port, 'HMGET', state, ...names)) as (string | null)[],
    contentLeftMs: async () => Number(await askRedis(master.port, 'PTTL', content)),
    areThere: async () => Number(await askRedis(master.port, 'EXISTS', content, sender)),
  };
}

test('held claims: whoever holds one may ask again and gets the same; nobody else does', async (t) => {
  const { secret, hold, settle, release, contentLeftMs } = await stage(t);
  const held = ['ended', Buffer.from(secret.content).toString('hex'), 'made'];
  assert.deepEqual([await hold('mine'), await hold('mine')], [held, held]);
  assert.deepEqual(await hold('other'), ['gone']);
  assert.deepEqual(await secrets.claim(secret.id, right, START_MS), { kind: 'gone' });
  assert.deepEqual([await release('other'), await settle('other')], [0, 0]);
  const leftMs = await contentLeftMs();
  assert.ok(leftMs > 0 && leftMs <= HELD_MS, `${leftMs} ms`);
  assert.equal(await settle('mine'), 1);
  assert.deepEqual(await hold('mine'), ['gone']);
  assert.equal(await release('mine'), 0);
});

test('held claims: whoever asks again when the content has gone by itself is told so', async (t) => {
  const { hold, keys } = await stage(t);
  await hold('mine');
  await askRedis(master.port, 'DEL', keys[1]);
  assert.deepEqual(await hold('mine'), ['gone']);
});

test('held claims: what was handed out without a claimant is kept for nobody, however long one might be', async (t) => {
  const { hold, settle, areThere, fields } = await stage(t);
  await hold('mine');
  assert.equal(await settle('mine', String(HELD_MS)), 1);
  assert.deepEqual([await areThere(), await fields('heldBy', 'claimantHash')], [0, [null, null]]);
});

test('held claims: what was handed out to a claimant is kept until the window ends, and never longer', async (t) => {
  const { secret, hash, mine, hold, settle, contentLeftMs, fields } = await stage(t);
  await hold('first', { hash });
  assert.equal(await settle('first', '40000'), 1);
  const settledMs = await contentLeftMs();
  assert.ok(settledMs > 0 && settledMs <= 40_000, `${settledMs} ms`);
  assert.deepEqual(await fields('heldBy', 'burnsAtMs'), [null, null]);
  assert.equal((await secrets.claim(secret.id, mine, START_MS + HELD_MS - 9_000)).kind, 'claimed');
  const leftMs = await contentLeftMs();
  assert.ok(leftMs > 0 && leftMs <= 9_000, `${leftMs} ms`);
});

test('held claims: a secret is burned under a token once, and whoever asks again is told so and gets nothing', async (t) => {
  const { hold, areThere, fields } = await stage(t);
  const burning = { life: 'burned', burnedBy: 'sender', holdMs: '0' } as const;
  assert.equal((await hold('mine', burning))[0], 'ended');
  assert.deepEqual([await areThere(), await fields('life', 'burnedBy')], [0, ['burned', 'sender']]);
  assert.deepEqual(await hold('mine', burning), ['ended', '', 'made']);
  assert.deepEqual(await hold('other', burning), ['gone']);
});

test('held claims: one that is given back waits as before, and may be given back twice', async (t) => {
  const { secret, hash, hold, release, contentLeftMs, fields } = await stage(t);
  await hold('mine', { hash });
  assert.deepEqual([await release('mine'), await release('mine')], [1, 1]);
  const traces = ['heldBy', 'endedAtMs', 'burnedBy', 'claimantHash'];
  assert.deepEqual(await fields('life', ...traces), ['live', null, null, null, null]);
  const leftMs = await contentLeftMs();
  assert.ok(leftMs > HELD_MS && leftMs <= LIFE_MS, `${leftMs} ms`);
  assert.equal((await secrets.claim(secret.id, right, START_MS)).kind, 'claimed');
});

test('held claims: with the memory full one can be held, asked for again and handed out', async (t) => {
  const { hold, settle } = await stage(t);
  await askRedis(master.port, 'CONFIG', 'SET', 'maxmemory', '1');
  try {
    const kinds = [await hold('mine'), await hold('mine')].map(([kind]) => kind);
    assert.deepEqual([...kinds, await settle('mine')], ['ended', 'ended', 1]);
  } finally {
    await askRedis(master.port, 'CONFIG', 'SET', 'maxmemory', '0');
  }
});

test('held claims: what is asked again over another connection is awaited again, though it was written before', async (t) => {
  const [kept, held, made] = [await stage(t), await stage(t), await stage(t)];
  await held.hold('mine');
  await kept.hold('mine', { hash: kept.hash });
  await kept.settle('mine', String(HELD_MS));
  const lives = [String(2 * LIFE_MS), made.secret.content, String(LIFE_MS), '', '0'];
  const again = [
    (redis: RedisConnection) =>
      redis.runReplicated(REPLICATED_SCRIPTS.put, made.keys, [...lives, ...stateFields(made.secret)]),
    (redis: RedisConnection) => holdBy(redis, held.keys, 'mine'),
    (redis: RedisConnection) => holdBy(redis, kept.keys, 'other', { hash: kept.hash }),
  ];
  const asked = await Promise.all(again.map(async (ask) => [ask, await connect(t)] as const));
  await unheard(async () => {
    const failures = await Promise.all(asked.map(([ask, redis]) => failureOf(ask(redis))));
    assert.deepEqual(failures, [UNCERTAIN, UNCERTAIN, UNCERTAIN]);
  });
});

test('held claims: what its claimant has got again is never released by the call that took it first', async (t) => {
  const { secret, mine, hash, hold, release } = await stage(t);
  assert.equal((await hold('first', { hash }))[0], 'ended');
  assert.equal((await secrets.claim(secret.id, mine, START_MS)).kind, 'claimed');
  assert.equal(await release('first'), 0);
  assert.equal((await secrets.look(secret.id, START_MS))?.life, 'received');
  assert.equal((await hold('first', { hash }))[0], 'again');
});

test('held claims: an operator who burns meanwhile lets it be handed out, and kept for nobody', async (t) => {
  const { secret, mine, hash, hold, settle, burnByOperator, areThere, fields } = await stage(t);
  await hold('first', { hash });
  assert.deepEqual(await burnByOperator(), []);
  assert.equal((await hold('first', { hash }))[0], 'ended');
  assert.equal(await settle('first', String(HELD_MS)), 1);
  assert.deepEqual([await areThere(), await fields('heldBy', 'burnsAtMs')], [0, [null, null]]);
  assert.deepEqual(await secrets.claim(secret.id, mine, START_MS), { kind: 'gone' });
});

test('held claims: what an operator burns meanwhile is burned where nobody gets it after all', async (t) => {
  for (const isForClaimant of [true, false]) {
    const { secret, hash, hold, release, burnByOperator, areThere, fields } = await stage(t);
    await hold('first', isForClaimant ? { hash } : {});
    assert.deepEqual(await burnByOperator(START_MS + 5), []);
    assert.equal(await release('first'), 0);
    const row = await secrets.look(secret.id, START_MS);
    assert.deepEqual([row?.life, row?.burnedBy, row?.endedAtMs], ['burned', 'operator', START_MS + 5]);
    assert.deepEqual([await areThere(), await fields('heldBy', 'burnsAtMs')], [0, [null, null]]);
    assert.deepEqual(await secrets.claim(secret.id, right, START_MS), { kind: 'gone' });
  }
});

test('held claims: what sender or recipient burns meanwhile is burned where nobody gets it after all', async (t) => {
  for (const burnedBy of ['sender', 'recipient']) {
    const { secret, hold, release, areThere, fields } = await stage(t);
    await hold('first');
    assert.deepEqual(await hold('burning', { life: 'burned', burnedBy, holdMs: '0' }), ['gone']);
    assert.equal(await release('first'), 0);
    const row = await secrets.look(secret.id, START_MS);
    assert.deepEqual([row?.life, row?.burnedBy, row?.endedAtMs], ['burned', burnedBy, START_MS]);
    assert.deepEqual([await areThere(), await fields('heldBy', 'burnsAtMs', 'burnsBy')], [0, [null, null, null]]);
  }
});

test('held claims: a burn meanwhile lets it be handed out, and one with a wrong proof does nothing', async (t) => {
  const [handedOut, waiting] = [await stage(t), await stage(t)];
  const burning = { life: 'burned', burnedBy: 'sender', holdMs: '0' } as const;
  await handedOut.hold('first');
  await handedOut.hold('burning', burning);
  assert.equal(await handedOut.settle('first'), 1);
  assert.equal((await secrets.look(handedOut.secret.id, START_MS))?.life, 'received');
  assert.deepEqual(await handedOut.fields('burnsAtMs', 'burnsBy'), [null, null]);
  await waiting.hold('first');
  assert.deepEqual(await waiting.hold('burning', { ...burning, proof: Buffer.alloc(32) }), ['gone']);
  assert.equal(await waiting.release('first'), 1);
});

test('held claims: its sender sees it again once it is given back, and not while it is held', async (t) => {
  const { secret, hold, settle, release, areThere } = await stage(t);
  const isSeen = async () => (await secrets.senderCopy(secret.id, START_MS)) !== null;
  const isHeld = async () => (await secrets.look(secret.id, START_MS))?.isHeld;
  assert.deepEqual([await isSeen(), await isHeld()], [true, false]);
  await hold('first');
  assert.deepEqual([await isSeen(), await isHeld()], [false, true]);
  await release('first');
  assert.deepEqual([await isSeen(), await isHeld()], [true, false]);
  await hold('second');
  await settle('second');
  assert.equal(await isHeld(), false);
  assert.equal(await areThere(), 0);
});

interface Hold {
  readonly life: 'received' | 'burned';
  readonly burnedBy: string;
  readonly hash: readonly [Uint8Array | '', string];
  readonly holdMs: string;
  readonly proof: Uint8Array;
}

const CLAIM: Hold = { life: 'received', burnedBy: '', hash: ['', '0'], holdMs: String(HELD_MS), proof: RIGHT };

/** What it answers: its kind, the content in hex, and whether it tells how the secret was made. */
async function holdBy(
  redis: RedisConnection,
  keys: readonly string[],
  token: string,
  how: Partial<Hold> = {},
): Promise<string[]> {
  const { life, burnedBy, hash, holdMs, proof: own } = { ...CLAIM, ...how };
  const proof = [own, String(START_MS), ...[4, 1000, 3000, 60_000].map(String)];
  const args = [...proof, life, burnedBy, ...hash, token, holdMs];
  const [kind, content, made] = (await redis.runReplicated(REPLICATED_SCRIPTS.hold, keys, args)) as Buffer[];
  return [String(kind), ...(content ? [content.toString('hex')] : []), ...(made ? ['made'] : [])];
}
