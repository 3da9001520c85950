import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createKeyRing, type KeyRing } from '#src/crypto/key-ring.ts';
import { createResealer, type ResealerDeps } from '#src/features/keys/resealing.ts';
import { type KeyRefusal, readKeys, settleKeys } from '#src/features/keys/settling.ts';
import { LEAD_MS } from '#src/led-work.ts';
import type { Store } from '#src/store/store.ts';
import { createTestTimers } from '../domains/test-timers.ts';
import { freshStores } from './fresh-stores.ts';
import { LIFE_MS, START_MS, sample } from './sealed-sample.ts';

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const ring = (siteSecret: Buffer, ...previousSecrets: Buffer[]) =>
  createKeyRing({ siteSecret, previousSecrets, randomBytes });
const named = (one: KeyRing) => one.nameKey('owner').toString('hex');
const ownName = named(ring(first));

for (const [engine, open] of await freshStores()) {
  test(`${engine}: a store knows its site secret again, and is opened with no other`, async () => {
    const { keys } = await open();
    assert.equal(named(await settled(keys, ring(first))), ownName);
    assert.equal(await keys.record(), ring(first).siteKeyCheck);
    assert.equal(named(await settled(keys, ring(first))), ownName);
    assert.deepEqual(await refusalOf(keys, ring(second)), { kind: 'other-site-secret' });
    assert.deepEqual(await refusalOf(keys, ring(second, third)), { kind: 'other-site-secret' });
    assert.equal(await keys.record(), ring(first).siteKeyCheck);
  });

  test(`${engine}: with the secret before among the previous ones a new one is taken, and names stay what they were`, async () => {
    const { keys } = await open();
    await settled(keys, ring(first));
    assert.equal(named(await settled(keys, ring(second, first))), ownName);
    assert.equal(named(await settled(keys, ring(second, first))), ownName);
    assert.equal(named(await settled(keys, ring(third, second, first))), ownName);
    assert.equal(named(await settled(keys, ring(third))), ownName);
    assert.equal(named(await settled(keys, ring(second, third))), ownName);
  });

  test(`${engine}: processes with the old and the new secret start side by side, in any order and as often as they like`, async () => {
    const { keys } = await open();
    await settled(keys, ring(first));
    const rings = [ring(first, second), ring(second, first), ring(second, first), ring(first, second)];
    for (let round = 0; round < 10; round += 1) {
      const all = await Promise.all(rings.map((one) => settled(keys, one)));
      assert.deepEqual(new Set(all.map(named)), new Set([ownName]));
    }
    assert.equal(named(await settled(keys, ring(second, first))), ownName);
    assert.equal(named(await settled(keys, ring(second))), ownName);
    assert.deepEqual(await refusalOf(keys, ring(first)), { kind: 'other-site-secret' });
  });

  test(`${engine}: a process that lacks the newest secret is told so`, async () => {
    const store = await open();
    await settled(store.keys, ring(first));
    await settled(store.keys, ring(second, first));
    assert.deepEqual(await refusalOf(store.keys, ring(first)), { kind: 'newer-site-secret' });
    assert.deepEqual(await refusalOf(store.keys, ring(first, third)), { kind: 'newer-site-secret' });
  });

  test(`${engine}: a secret is missed exactly as long as a row needs it, and by how many and until when is said`, async () => {
    const { keys, secrets } = await open();
    const old = await settled(keys, ring(first));
    for (const siteKeyId of [old.siteKeyId, old.siteKeyId]) {
      const { secret, metadata } = sample({ siteKeyId });
      await secrets.put(secret, metadata);
    }
    await settled(keys, ring(second, first));
    const needs = [{ kind: 'secrets', siteKeyId: old.siteKeyId, rows: 2, untilMs: START_MS + 2 * LIFE_MS }];
    assert.deepEqual(await refusalOf(keys, ring(second)), { kind: 'still-needed', needs });
    const last = await settleKeys(keys, ring(second), START_MS + 2 * LIFE_MS - 1);
    assert.equal(last.ok, false);
    const after = await settleKeys(keys, ring(second), START_MS + 2 * LIFE_MS);
    assert.ok(after.ok && named(after.value) === ownName);
    assert.equal(named(await settled(keys, ring(second))), ownName, 'dropped for good');
  });

  test(`${engine}: what the site has sealed misses the old secret until it was sealed anew`, async () => {
    const store = await open();
    const old = await settled(store.keys, ring(first));
    const sealed = await putOwned(store, old, 230);
    await store.feedback.keep({
      id: 'entry',
      createdAtMs: START_MS,
      sealed: old.siteSealer('feedback').seal('entry', 'f'),
    });
    // Of the new secret, so that only what the site has sealed is left to need the old one.
    const now = await settled(store.keys, ring(second, first));
    const refused = await refusalOf(store.keys, ring(second));
    assert.ok(refused?.kind === 'still-needed');
    assert.equal(refused.needs[0]?.untilMs, LAST_END_MS);
    assert.deepEqual(
      refused.needs.map(({ kind, rows }) => [kind, rows]),
      [
        ['owner-copy', 230],
        ['feedback', 1],
      ],
    );
    assert.equal(await resealer(store, now).round(), 231);
    assert.equal(await resealer(store, now).round(), 0);
    const alone = await settled(store.keys, ring(second));
    for (const id of sealed) {
      const [row] = await store.secrets.ownedBy(`owner of ${id}`, { sinceMs: 0, limit: 9 }, START_MS);
      assert.deepEqual(alone.siteSealer('owner-copy').open(id, row!.ownerCopy), ['copy', id]);
    }
    const [entry] = await store.feedback.list(9, START_MS);
    assert.equal(alone.siteSealer('feedback').open('entry', entry!.sealed), 'f');
  });

  test(`${engine}: only a process with the newest secret seals anew, and of several one`, async () => {
    const store = await open();
    const old = await settled(store.keys, ring(first));
    await putOwned(store, old, 20);
    const behind = await settled(store.keys, ring(first, second));
    const ahead = await settled(store.keys, ring(second, first));
    assert.equal(await resealer(store, behind).round(), 0);
    const counts = await Promise.all(Array.from({ length: 4 }, () => resealer(store, ahead).round()));
    assert.deepEqual(counts.toSorted().reverse(), [20, 0, 0, 0]);
    assert.equal(await store.keys.takeLead('next', START_MS + 1, START_MS), true, 'given back after the round');
  });

  test(`${engine}: a server that has started seals anew now and then, until it stops`, async () => {
    const store = await open();
    const old = await settled(store.keys, ring(first));
    await putOwned(store, old, 20);
    const [timers, logged] = [createTestTimers(), [] as unknown[]];
    const log = { info: (...line: unknown[]) => void logged.push(line), error: (event: string) => assert.fail(event) };
    const server = resealer(store, await settled(store.keys, ring(second, first)), { timers, log });
    const untilRest = async () => {
      while ((await timers.nextPause()) < 400_000) timers.wake();
    };
    server.start();
    await untilRest();
    await putOwned(store, old, 3);
    timers.wake();
    await untilRest();
    await server.stop(1000);
    assert.deepEqual(logged, [
      ['sealed anew', { values: 20 }],
      ['sealed anew', { values: 3 }],
    ]);
  });

  test(`${engine}: whoever has lost the lead seals nothing more, of whatever kind`, async () => {
    const store = await open();
    const old = await settled(store.keys, ring(first));
    await putOwned(store, old, 20);
    const sealed = old.siteSealer('feedback').seal('entry', 'f');
    await store.feedback.keep({ id: 'entry', createdAtMs: START_MS, sealed });
    const timers = createTestTimers();
    let nowMs = START_MS;
    const pause = async () => {
      nowMs += LEAD_MS;
      assert.equal(await store.keys.takeLead('another', nowMs + LEAD_MS, nowMs), true);
      timers.tick();
      // The store does one thing after the other: whoever asks now asks after the renewal.
      assert.equal(await store.keys.takeLead('third', nowMs + 1, nowMs), false);
    };
    const ahead = await settled(store.keys, ring(second, first));
    assert.equal(await resealer(store, ahead, { timers: { ...timers, pause }, now: () => nowMs }).round(), 20);
    const [entry] = await store.feedback.list(9, START_MS);
    assert.deepEqual(Buffer.from(entry!.sealed), sealed);
  });

  test(`${engine}: a command beside the server finds the names and changes nothing, and on a new store its secret is the first`, async () => {
    const { keys } = await open();
    assert.ok((await readKeys(keys, ring(first))).ok);
    assert.equal(await keys.record(), ring(first).siteKeyCheck);
    await settled(keys, ring(second, first));
    const record = await keys.record();
    const read = await readKeys(keys, ring(second));
    assert.ok(read.ok && named(read.value) === ownName);
    const other = await readKeys(keys, ring(third));
    assert.ok(!other.ok && other.failure.kind === 'other-site-secret');
    assert.equal(await keys.record(), record);
  });
}

async function settled(keys: Store['keys'], one: KeyRing): Promise<KeyRing> {
  const result = await settleKeys(keys, one, START_MS);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

async function refusalOf(keys: Store['keys'], one: KeyRing): Promise<KeyRefusal | null> {
  const result = await settleKeys(keys, one, START_MS);
  return result.ok ? null : result.failure;
}

/** When the last of the secrets of owners is over, which is neither the first that was made nor the last. */
const LAST_END_MS = START_MS + 3 * 86_400_000;

/** Secrets of owners; the rows themselves name the second secret. */
async function putOwned({ secrets }: Store, maker: KeyRing, count: number) {
  const siteKeyId = ring(second).siteKeyId;
  const made = Array.from({ length: count }, (_, at) => {
    const times = { recordExpiresAtMs: LAST_END_MS - 1000 * Math.abs(at - Math.floor(count / 2)) };
    const { secret, metadata } = sample({ siteKeyId, ...times });
    return { secret, metadata: { ...metadata, ...times } };
  });
  await Promise.all(
    made.map(({ secret, metadata }) => {
      const { id } = secret;
      const ownerCopy = maker.siteSealer('owner-copy').seal(id, ['copy', id]);
      return secrets.put({ ...secret, ownerTag: `owner of ${id}`, ownerCopy }, metadata);
    }),
  );
  return made.map(({ secret }) => secret.id);
}

function resealer(store: Store, one: KeyRing, deps: Partial<ResealerDeps> = {}) {
  return createResealer({
    ...{ store: store.keys, ring: one, now: () => START_MS, random: () => 0.5, holder: randomBytes(6).toString('hex') },
    log: { info: () => {}, error: (event) => assert.fail(event) },
    timers: { ...createTestTimers(), pause: async () => {} },
    ...deps,
  });
}
