import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SealedSecret, SecretStore } from '#src/features/secrets/secret-store.ts';
import { claimAtOnceContract } from './claim-at-once.contract.ts';
import { LIFE_MS, POLICY, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

const NOW = START_MS + 10_000;
const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };

async function put(store: SecretStore, changes?: Partial<SealedSecret>) {
  const rows = sample(changes);
  await store.put(rows.secret, rows.metadata);
  return rows;
}

/** What every store of secrets promises. `store` is asked for when a test runs. */
export function secretStoreContract(engine: string, store: () => SecretStore): void {
  claimAtOnceContract(engine, store);
  const promise = (title: string, check: (store: SecretStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('what was put is seen with every field, without content and without proof', async (secrets) => {
    const { secret, metadata } = await put(secrets, { ownerTag: 'owner' });
    const row = await secrets.look(secret.id, NOW);
    assert.deepEqual({ ...row, facts: Buffer.from(row!.facts) }, expectedRow(secret));
    assert.deepEqual(Buffer.from((await secrets.metadata(metadata.id, NOW))!), metadata.sealed);
  });

  promise('a claim with the right proof gives the content byte for byte, once', async (secrets) => {
    const { secret } = await put(secrets);
    const outcome = await secrets.claim(secret.id, right, NOW);
    assert.ok(outcome.kind === 'claimed');
    assert.deepEqual(Buffer.from(outcome.content), secret.content);
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
    const row = await secrets.look(secret.id, NOW);
    assert.deepEqual([row?.life, row?.endedAtMs, row?.burnedBy], ['received', NOW, null]);
  });

  promise('of two hundred simultaneous claims exactly one gets the content', async (secrets) => {
    const { secret } = await put(secrets);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => secrets.claim(secret.id, right, NOW)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'claimed').length, 1);
    assert.equal(outcomes.filter(({ kind }) => kind === 'gone').length, 199);
  });

  promise('a burned secret cannot be claimed, and tells who burned it', async (secrets) => {
    for (const burnedBy of ['sender', 'recipient'] as const) {
      const { secret } = await put(secrets);
      assert.deepEqual(await secrets.burn(secret.id, right, burnedBy, NOW), { kind: 'burned' });
      assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
      assert.deepEqual(await secrets.burn(secret.id, right, burnedBy, NOW), { kind: 'gone' });
      const row = await secrets.look(secret.id, NOW);
      assert.deepEqual([row?.life, row?.endedAtMs, row?.burnedBy], ['burned', NOW, burnedBy]);
    }
  });

  promise(
    'a wait that a clock far ahead has set ends when the clock is right, and the wrong try counts',
    async (secrets) => {
      const { secret } = await put(secrets);
      const aheadMs = NOW + POLICY.maxLockMs + 1;
      assert.equal((await secrets.claim(secret.id, wrong, aheadMs)).kind, 'wrong-proof');
      const again = await secrets.claim(secret.id, wrong, NOW);
      assert.ok(again.kind === 'wrong-proof');
      assert.equal(again.guesses.failures, 2);
      assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'too-early');
    },
  );

  promise('a secret lives to the last millisecond before its expiry and not at it [GEN-11]', async (secrets) => {
    const [first, second] = [await put(secrets), await put(secrets)];
    const end = START_MS + LIFE_MS;
    assert.equal((await secrets.claim(first.secret.id, right, end - 1)).kind, 'claimed');
    assert.equal((await secrets.claim(second.secret.id, right, end)).kind, 'gone');
    assert.equal((await secrets.burn(second.secret.id, right, 'sender', end)).kind, 'gone');
    assert.equal((await secrets.look(second.secret.id, end))?.life, 'expired');
  });

  promise('the record outlives the secret and is unknown from its own expiry on', async (secrets) => {
    const { secret, metadata } = await put(secrets);
    const end = secret.recordExpiresAtMs;
    assert.equal((await secrets.look(secret.id, end - 1))?.life, 'expired');
    assert.notEqual(await secrets.metadata(metadata.id, end - 1), null);
    assert.equal(await secrets.look(secret.id, end), null);
    assert.equal(await secrets.metadata(metadata.id, end), null);
  });

  promise('wrong proofs are counted with doubling waits, then lock; a right one waits too', async (secrets) => {
    const { secret } = await put(secrets);
    let nowMs = NOW;
    for (const [failures, delayMs] of [
      [1, 1000],
      [2, 2000],
      [3, 3000],
    ] as const) {
      const outcome = await secrets.claim(secret.id, wrong, nowMs);
      const guesses = { failures, notBeforeMs: nowMs + delayMs, lockedUntilMs: 0 };
      assert.deepEqual(outcome, { kind: 'wrong-proof', guesses });
      assert.equal((await secrets.claim(secret.id, right, nowMs + delayMs - 1)).kind, 'too-early');
      assert.equal((await secrets.burn(secret.id, right, 'sender', nowMs + delayMs - 1)).kind, 'too-early');
      nowMs += delayMs;
    }
    const locked = await secrets.burn(secret.id, wrong, 'recipient', nowMs);
    assert.ok(locked.kind === 'wrong-proof');
    assert.deepEqual([locked.guesses.failures, locked.guesses.lockedUntilMs], [4, nowMs + 60_000]);
    assert.equal((await secrets.claim(secret.id, right, nowMs + 59_999)).kind, 'too-early');
    assert.equal((await secrets.claim(secret.id, right, nowMs + 60_000)).kind, 'claimed');
  });

  promise('a lock lasts no longer than a quarter of the remaining life', async (secrets) => {
    const { secret } = await put(secrets, { expiresAtMs: NOW + 40_000 });
    let nowMs = NOW;
    for (let tries = 1; tries < POLICY.tries; tries += 1) {
      await secrets.claim(secret.id, wrong, nowMs);
      nowMs += POLICY.maxDelayMs;
    }
    const outcome = await secrets.claim(secret.id, wrong, nowMs);
    assert.ok(outcome.kind === 'wrong-proof');
    assert.equal(outcome.guesses.lockedUntilMs, nowMs + Math.floor((NOW + 40_000 - nowMs) / 4));
  });

  promise('two hundred wrong proofs at once are one guess: the others came too early', async (secrets) => {
    const { secret } = await put(secrets);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => secrets.claim(secret.id, wrong, NOW)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'wrong-proof').length, 1);
    assert.equal((await secrets.look(secret.id, NOW))?.failures, 1);
  });

  promise('lifting the lock lets the next try in and forgets the wrong ones', async (secrets) => {
    const { secret } = await put(secrets);
    await secrets.claim(secret.id, wrong, NOW);
    await secrets.liftLock(secret.id, NOW);
    const row = await secrets.look(secret.id, NOW);
    assert.deepEqual([row?.failures, row?.notBeforeMs, row?.lockedUntilMs], [0, 0, 0]);
    assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
  });

  promise('lifting the lock ends a lock, not only a wait', async (secrets) => {
    const { secret } = await put(secrets);
    let nowMs = NOW;
    for (let tries = 0; tries < POLICY.tries; tries += 1) {
      await secrets.claim(secret.id, wrong, nowMs);
      nowMs += POLICY.maxDelayMs;
    }
    assert.equal((await secrets.claim(secret.id, right, nowMs)).kind, 'too-early');
    await secrets.liftLock(secret.id, nowMs);
    assert.equal((await secrets.claim(secret.id, right, nowMs)).kind, 'claimed');
  });

  promise('opened is noted once, and never on a secret that is over', async (secrets) => {
    const [opened, ended] = [await put(secrets), await put(secrets)];
    await secrets.markOpened(opened.secret.id, NOW);
    await secrets.markOpened(opened.secret.id, NOW + 5);
    assert.equal((await secrets.look(opened.secret.id, NOW))?.openedAtMs, NOW);
    await secrets.claim(ended.secret.id, right, NOW);
    await secrets.markOpened(ended.secret.id, NOW);
    await secrets.liftLock(ended.secret.id, NOW);
    assert.equal((await secrets.look(ended.secret.id, NOW))?.openedAtMs, null);
    assert.equal((await secrets.look(ended.secret.id, NOW))?.life, 'received');
  });

  promise('of two hundred who read the record at once exactly one is the first, and nobody after', async (secrets) => {
    const { secret } = await put(secrets);
    const told = await Promise.all(Array.from({ length: 200 }, () => secrets.markViewed(secret.id, NOW)));
    assert.equal(told.filter((isFirst) => isFirst).length, 1);
    assert.equal(await secrets.markViewed(secret.id, NOW + 5), false);
    assert.equal((await secrets.look(secret.id, NOW))?.viewedAtMs, NOW);
    assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
  });

  promise(
    'the first reading is noted whatever became of the secret, as long as its record is kept',
    async (secrets) => {
      const [over, expired] = [await put(secrets), await put(secrets)];
      await secrets.claim(over.secret.id, right, NOW);
      assert.equal(await secrets.markViewed(over.secret.id, NOW), true);
      assert.equal((await secrets.look(over.secret.id, NOW))?.life, 'received');
      const end = expired.secret.recordExpiresAtMs;
      assert.equal(await secrets.markViewed(expired.secret.id, end), false);
      assert.equal(await secrets.markViewed(expired.secret.id, end - 1), true);
      assert.equal((await secrets.look(expired.secret.id, end - 1))?.viewedAtMs, end - 1);
    },
  );

  promise('the sender’s copy is there until its time, and goes with whatever ends the secret', async (secrets) => {
    const { secret } = await put(secrets);
    const copy = await secrets.senderCopy(secret.id, NOW);
    assert.deepEqual(Buffer.from(copy!.sealed), secret.senderCopy!.sealed);
    const until = secret.senderCopy!.untilMs;
    assert.notEqual(await secrets.senderCopy(secret.id, until - 1), null);
    assert.equal(await secrets.senderCopy(secret.id, until), null);
    await secrets.claim(secret.id, right, NOW);
    assert.equal(await secrets.senderCopy(secret.id, NOW), null);
  });

  promise('a secret without a sender’s copy has none', async (secrets) => {
    const { secret } = await put(secrets, { senderCopy: null });
    assert.equal(await secrets.senderCopy(secret.id, NOW), null);
  });

  promise('looking changes nothing, however often', async (secrets) => {
    const { secret, metadata } = await put(secrets);
    const before = await secrets.look(secret.id, NOW);
    for (let times = 0; times < 20; times += 1) {
      await Promise.all([
        secrets.look(secret.id, NOW),
        secrets.metadata(metadata.id, NOW),
        secrets.senderCopy(secret.id, NOW),
      ]);
    }
    assert.deepEqual(await secrets.look(secret.id, NOW), before);
    assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
  });

  promise('a name that is taken is refused and what stood there stays', async (secrets) => {
    const { secret, metadata } = await put(secrets);
    const other = sample();
    await assert.rejects(secrets.put({ ...other.secret, id: secret.id }, other.metadata), { name: 'IdTaken' });
    await assert.rejects(secrets.put(sample().secret, { ...other.metadata, id: metadata.id }), { name: 'IdTaken' });
    const outcome = await secrets.claim(secret.id, right, NOW);
    assert.deepEqual(outcome.kind === 'claimed' && Buffer.from(outcome.content), secret.content);
  });

  promise('the name of a secret that is over stays taken', async (secrets) => {
    const { secret } = await put(secrets);
    await secrets.claim(secret.id, right, NOW);
    const other = sample();
    await assert.rejects(secrets.put({ ...other.secret, id: secret.id }, other.metadata), { name: 'IdTaken' });
    assert.equal((await secrets.look(secret.id, NOW))?.life, 'received');
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
  });

  promise('what was never put is unknown, and nothing can be done to it', async (secrets) => {
    const { secret, metadata } = sample();
    assert.equal(await secrets.look(secret.id, NOW), null);
    assert.equal(await secrets.metadata(metadata.id, NOW), null);
    assert.equal(await secrets.senderCopy(secret.id, NOW), null);
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
    assert.deepEqual(await secrets.burn(secret.id, right, 'sender', NOW), { kind: 'gone' });
    await secrets.markOpened(secret.id, NOW);
    assert.equal(await secrets.markViewed(secret.id, NOW), false);
    await secrets.liftLock(secret.id, NOW);
    assert.equal(await secrets.look(secret.id, NOW), null);
  });

  promise('what happens to one secret happens to no other', async (secrets) => {
    const [own, other] = [await put(secrets), await put(secrets, { senderCopy: null })];
    await secrets.claim(other.secret.id, wrong, NOW);
    const before = await secrets.look(other.secret.id, NOW);
    await secrets.markOpened(own.secret.id, NOW);
    await secrets.markViewed(own.secret.id, NOW);
    await secrets.claim(own.secret.id, wrong, NOW);
    await secrets.liftLock(own.secret.id, NOW);
    assert.equal(await secrets.senderCopy(other.secret.id, NOW), null);
    assert.equal((await secrets.claim(own.secret.id, right, NOW)).kind, 'claimed');
    assert.deepEqual(await secrets.look(other.secret.id, NOW), before);
    assert.deepEqual([before?.failures, before?.openedAtMs, before?.viewedAtMs], [1, null, null]);
  });

  promise('from the instant of its expiry a secret is not opened, unlocked or shown to its sender', async (secrets) => {
    const end = START_MS + LIFE_MS;
    const { secret } = await put(secrets, { senderCopy: { sealed: Buffer.from('copy'), untilMs: end + 1000 } });
    await secrets.claim(secret.id, wrong, NOW);
    const before = await secrets.look(secret.id, end);
    await secrets.markOpened(secret.id, end);
    await secrets.liftLock(secret.id, end);
    assert.equal(await secrets.senderCopy(secret.id, end), null);
    assert.deepEqual(await secrets.look(secret.id, end), before);
    assert.notEqual(await secrets.senderCopy(secret.id, end - 1), null);
    await secrets.markOpened(secret.id, end - 1);
    await secrets.liftLock(secret.id, end - 1);
    const row = await secrets.look(secret.id, end - 1);
    assert.deepEqual([row?.openedAtMs, row?.failures], [end - 1, 0]);
  });

  promise('after wrong proofs the wait is as long as configured again once the lock was lifted', async (secrets) => {
    const { secret } = await put(secrets);
    for (let tries = 0; tries < 2; tries += 1) {
      const outcome = await secrets.claim(secret.id, wrong, NOW);
      assert.ok(outcome.kind === 'wrong-proof');
      assert.deepEqual(outcome.guesses, { failures: 1, notBeforeMs: NOW + POLICY.firstDelayMs, lockedUntilMs: 0 });
      await secrets.liftLock(secret.id, NOW);
    }
  });

  promise('who comes too early is told how often it was wrong, and when to come again', async (secrets) => {
    const { secret } = await put(secrets);
    await secrets.claim(secret.id, wrong, NOW);
    const guesses = { failures: 1, notBeforeMs: NOW + POLICY.firstDelayMs, lockedUntilMs: 0 };
    for (const attempt of [secrets.claim(secret.id, right, NOW), secrets.burn(secret.id, wrong, 'sender', NOW)]) {
      const outcome = await attempt;
      assert.ok(outcome.kind === 'too-early');
      const { failures, notBeforeMs, lockedUntilMs } = outcome.guesses;
      assert.deepEqual({ failures, notBeforeMs, lockedUntilMs }, guesses);
    }
  });
}

function expectedRow(secret: SealedSecret) {
  const { version, kdfVersion, siteKeyId, createdAtMs, expiresAtMs, recordExpiresAtMs, hasPassphrase } = secret;
  return {
    ...{ version, kdfVersion, siteKeyId, createdAtMs, expiresAtMs, recordExpiresAtMs, hasPassphrase },
    ...{ life: 'live', openedAtMs: null, viewedAtMs: null, endedAtMs: null, burnedBy: null },
    ...{ failures: 0, notBeforeMs: 0, lockedUntilMs: 0, claimantHash: null },
    ownerTag: secret.ownerTag,
    facts: secret.facts,
  };
}
