import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { SecretId } from '#src/crypto/ids.ts';
import { askRedis } from '../support/redis-ask.ts';
import type { Cleanup } from '../support/temp.ts';
import { openOwnRedis } from './own-redis.ts';
import { putSample, START_MS } from './sealed-sample.ts';
import { KINDS_OF_ALL, recordsOf } from './transfer-stage.ts';

const ANY_ID = randomBytes(32).toString('base64url');

type Command = readonly [command: 'SET' | 'HSET', key: string, ...rest: string[]];

/** Hash tags as Redis Cluster recommends them. */
const THEIRS: readonly Command[] = [
  ['SET', '{job:1}:state', 'running'],
  ['HSET', '{job:2}:state', 'made', 'yesterday', 'life', 'received', 'endedAtMs', String(START_MS)],
  ['HSET', `{${'a:b'.padEnd(43, 'c')}}:state`, 'made', 'yesterday', 'ownerCopy', 'theirs', 'life', 'live'],
  ['SET', '{settings}:metadata', 'x'],
  ['SET', '{other settings}:metadata', 'long enough for an instant before it'],
];

/** By their names they could be ours. */
const LIKE_OURS: readonly Command[] = [
  ['SET', `{${ANY_ID}}:state`, 'running'],
  ['HSET', `{${ANY_ID}}:metadata`, 'made', 'yesterday'],
];

async function openShared(t: Cleanup) {
  const { server, store } = await openOwnRedis(t);
  for (const command of [...THEIRS, ...LIKE_OURS]) await askRedis(server.port, ...command);
  const theirsLeft = () => askRedis(server.port, 'EXISTS', ...THEIRS.map(([, key]) => key));
  return { server, store, theirsLeft };
}

test('redis: beside keys of other programs all that is unread is burned, and nothing of theirs', async (t) => {
  const { store, theirsLeft } = await openShared(t);
  const made = await Promise.all(Array.from({ length: 700 }, () => putSample(store.secrets)));
  let burned = 0;
  for await (const count of store.secrets.burnUnread({ kind: 'all' }, START_MS)) burned += count;
  assert.equal(burned, made.length);
  assert.equal(await theirsLeft(), THEIRS.length);
});

test('redis: beside keys of other programs the rows that need a key are counted, and sealed anew', async (t) => {
  const { store } = await openShared(t);
  const { secret } = await putSample(store.secrets, { ownerTag: 'me', ownerCopy: Buffer.from('copy') });
  assert.deepEqual(await store.keys.needs(START_MS), [
    { kind: 'secrets', siteKeyId: secret.siteKeyId, rows: 1, untilMs: secret.recordExpiresAtMs },
  ]);
  const { values } = await store.keys.sealedPage('owner-copy', null);
  assert.deepEqual(
    values.map(({ id }) => id),
    [secret.id],
  );
});

test('redis: a backup and a move take no keys of other programs, and leave them there', async (t) => {
  const { store, theirsLeft } = await openShared(t);
  assert.equal(await store.transfer.count(['secret', 'metadata']), 0);
  const { secret, metadata } = await putSample(store.secrets);
  const records = await recordsOf(store, ['secret', 'end', 'metadata']);
  assert.deepEqual(
    records.map((record) => [record.kind, 'id' in record && record.id]),
    [
      ['secret', secret.id],
      ['metadata', metadata.id],
    ],
  );
  await store.gate.fill();
  await store.transfer.erase();
  assert.equal(await store.transfer.count(KINDS_OF_ALL.filter((kind) => kind !== 'site' && kind !== 'tally')), 0);
  assert.equal(await theirsLeft(), THEIRS.length);
});

test('redis: where one cannot be burned it is told how many of the same batch were', async (t) => {
  const { store } = await openShared(t);
  const { secret } = await putSample(store.secrets);
  const counts: number[] = [];
  const burnBoth = async () => {
    const ids = [ANY_ID as SecretId, secret.id];
    for await (const count of store.secrets.burnUnread({ kind: 'ids', ids }, START_MS)) counts.push(count);
  };
  await assert.rejects(burnBoth(), { name: 'StoreUnavailable' });
  assert.deepEqual(counts, [1]);
  assert.equal((await store.secrets.look(secret.id, START_MS))?.life, 'burned');
});
