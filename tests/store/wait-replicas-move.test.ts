import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { moveStore } from '#src/backup/move-store.ts';
import type { SecretId } from '#src/crypto/ids.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY, putSample, RIGHT, START_MS } from './sealed-sample.ts';
import { loadInto, recordsOf } from './transfer-stage.ts';

const right = { proofHash: RIGHT, claimantHash: null };

/** No replica follows it: each claim is held for as long as one is waited for, and given back. */
const server = await startRedisServer();
const open = (waitReplicas: number) =>
  openRedisStore({ url: server.url, waitReplicas, policy: POLICY, onError: () => {}, onWarning: assert.fail });
const [store, mover] = [await open(1), await open(0)];
after(async () => {
  await Promise.all([store.close(), mover.close()]);
  await server.stop();
});

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => assert.fail('answered'),
    ({ name }) => name,
  );
const stateKey = (id: SecretId) => `{${id}}:state`;
const isHeld = async (id: SecretId) => (await askRedis(server.port, 'HEXISTS', stateKey(id), 'heldBy')) === 1;

/** Returns while a claim is held, which it is for a second: who has looked too late claims again. */
async function heldClaim(id: SecretId): Promise<{ readonly failure: Promise<string> }> {
  for (let tries = 0; tries < 20; tries += 1) {
    let isOver = false;
    const failure = failureOf(store.secrets.claim(id, right, START_MS)).finally(() => {
      isOver = true;
    });
    while (!isOver) if (await isHeld(id)) return { failure };
  }
  return assert.fail('never seen while it was held');
}

test('waiting for a replica: a backup does not take for read what waits for one and is given back', async () => {
  const { secret } = await putSample(mover.secrets);
  const claim = await heldClaim(secret.id);
  const records = await recordsOf(mover);
  assert.equal(await claim.failure, 'StoreUnavailable');
  const kept = records.find((record) => record.kind === 'secret' && record.id === secret.id);
  assert.ok(kept?.kind === 'secret' && kept.life === 'live' && kept.content !== null);
  assert.deepEqual(Buffer.from(kept.content), secret.content);
  assert.ok(!records.some((record) => record.kind === 'end' && record.id === secret.id));
});

test('waiting for a replica: what was handed out while the store was closed is moved as read', async () => {
  const { secret } = await putSample(mover.secrets);
  const [state, content] = [stateKey(secret.id), `{${secret.id}}:content`];
  await askRedis(server.port, 'HSET', state, 'life', 'received', 'heldBy', 'mine', 'endedAtMs', String(START_MS));
  const reading = recordsOf(mover);
  await pause(300);
  await askRedis(server.port, 'DEL', content);
  const kept = (await reading).find((record) => record.kind === 'secret' && record.id === secret.id);
  assert.ok(kept?.kind === 'secret' && kept.life === 'received' && kept.content === null);
});

test('waiting for a replica: what a restore ends while a claim is held is not given back', async () => {
  const ending = { life: 'received', endedAtMs: START_MS - 1000, burnedBy: null } as const;
  for (const kind of ['end', 'secret'] as const) {
    const { secret } = await putSample(mover.secrets);
    const record = (await recordsOf(mover)).find((one) => one.kind === 'secret' && one.id === secret.id);
    assert.ok(record?.kind === 'secret');
    const claim = await heldClaim(secret.id);
    const ended = { ...record, ...ending, content: null };
    await loadInto(mover, [kind === 'secret' ? ended : { kind, id: secret.id, ...ending }]);
    assert.equal(await claim.failure, 'StoreUnavailable');
    assert.equal((await store.secrets.look(secret.id, START_MS))?.life, 'received', kind);
    assert.deepEqual(await mover.secrets.claim(secret.id, right, START_MS), { kind: 'gone' });
  }
});

test('waiting for a replica: a claim that a move meets is given back, and waits in the new store', async (t) => {
  const path = join(temporaryFolder(t), 'new.db');
  const to = openSqliteStore({ path, policy: POLICY, now: () => START_MS, onSweepError: () => {} });
  t.after(() => to.close());
  const { secret } = await putSample(mover.secrets);
  // It has looked just now whether it is open: its claim does not look again.
  await store.site.setBanner(null);
  const shared = { from: mover, to, toShown: 'sqlite:new.db', holder: 'mover', now: () => START_MS };
  const moved = moveStore({ ...shared, onClosed: () => {}, onMoved: () => {}, onProgress: () => {} });
  assert.equal(await failureOf(store.secrets.claim(secret.id, right, START_MS)), 'StoreUnavailable');
  assert.equal((await moved).ok, true);
  const outcome = await to.secrets.claim(secret.id, right, START_MS);
  assert.ok(outcome.kind === 'claimed');
  assert.deepEqual(Buffer.from(outcome.content), secret.content);
});
