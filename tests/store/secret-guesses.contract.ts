import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import { LIFE_MS, POLICY, putSample, RIGHT, START_MS, WRONG } from './sealed-sample.ts';

const NOW = START_MS + 10_000;
const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };

/** What every store promises of wrong tries. */
export function secretGuessesContract(engine: string, store: () => SecretStore): void {
  const promise = (title: string, check: (store: SecretStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise(
    'the longest wait that a clock ahead may set holds, a longer one counts the wrong try alone',
    async (secrets) => {
      const longestMs = POLICY.maxLockMs + CLOCK_SKEW_MS;
      for (const [waitMs, expected] of [
        [longestMs, { kind: 'too-early', failures: 1 }],
        [longestMs + 1, { kind: 'wrong-proof', failures: 2 }],
      ] as const) {
        const { secret } = await putSample(secrets);
        const aheadMs = NOW + waitMs - POLICY.firstDelayMs;
        assert.equal((await secrets.claim(secret.id, wrong, aheadMs)).kind, 'wrong-proof');
        const again = await secrets.claim(secret.id, wrong, NOW);
        assert.ok('guesses' in again);
        assert.deepEqual({ kind: again.kind, failures: again.guesses.failures }, expected);
        assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'too-early');
      }
    },
  );

  promise('after a wait that a clock far ahead has set, the lock of a right clock holds', async (secrets) => {
    const { secret } = await putSample(secrets, { expiresAtMs: NOW + 4 * LIFE_MS });
    for (let tries = 1; tries < POLICY.tries; tries += 1) {
      const aheadMs = NOW + LIFE_MS + tries * POLICY.maxDelayMs;
      assert.equal((await secrets.claim(secret.id, wrong, aheadMs)).kind, 'wrong-proof');
    }
    const locking = await secrets.claim(secret.id, wrong, NOW);
    assert.ok(locking.kind === 'wrong-proof');
    assert.equal(locking.guesses.lockedUntilMs, NOW + POLICY.maxLockMs);
    for (const nowMs of [NOW, NOW + POLICY.maxLockMs - 1]) {
      assert.equal((await secrets.claim(secret.id, wrong, nowMs)).kind, 'too-early');
      assert.equal((await secrets.burn(secret.id, right, 'recipient', nowMs)).kind, 'too-early');
    }
    assert.equal((await secrets.claim(secret.id, right, NOW + POLICY.maxLockMs)).kind, 'claimed');
  });

  promise('wrong proofs are counted with doubling waits, then lock; a right one waits too', async (secrets) => {
    const { secret } = await putSample(secrets);
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

  promise('a lock holds for who has looked at the clock a moment before', async (secrets) => {
    const { secret } = await putSample(secrets, { expiresAtMs: NOW + 4 * LIFE_MS });
    let nowMs = NOW;
    for (let tries = 1; tries <= POLICY.tries; tries += 1) {
      nowMs += POLICY.maxDelayMs;
      assert.equal((await secrets.claim(secret.id, wrong, nowMs)).kind, 'wrong-proof');
    }
    assert.equal((await secrets.claim(secret.id, right, nowMs - 1)).kind, 'too-early');
  });

  promise('a lock lasts no longer than a quarter of the remaining life', async (secrets) => {
    const { secret } = await putSample(secrets, { expiresAtMs: NOW + 40_000 });
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
    const { secret } = await putSample(secrets);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => secrets.claim(secret.id, wrong, NOW)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'wrong-proof').length, 1);
    assert.equal((await secrets.look(secret.id, NOW))?.failures, 1);
  });

  promise('lifting the lock lets the next try in and forgets the wrong ones', async (secrets) => {
    const { secret } = await putSample(secrets);
    await secrets.claim(secret.id, wrong, NOW);
    await secrets.liftLock(secret.id, NOW);
    const row = await secrets.look(secret.id, NOW);
    assert.deepEqual([row?.failures, row?.notBeforeMs, row?.lockedUntilMs], [0, 0, 0]);
    assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
  });

  promise('lifting the lock ends a lock, not only a wait', async (secrets) => {
    const { secret } = await putSample(secrets);
    let nowMs = NOW;
    for (let tries = 0; tries < POLICY.tries; tries += 1) {
      await secrets.claim(secret.id, wrong, nowMs);
      nowMs += POLICY.maxDelayMs;
    }
    assert.equal((await secrets.claim(secret.id, right, nowMs)).kind, 'too-early');
    await secrets.liftLock(secret.id, nowMs);
    assert.equal((await secrets.claim(secret.id, right, nowMs)).kind, 'claimed');
  });

  promise('after wrong proofs the wait is as long as configured again once the lock was lifted', async (secrets) => {
    const { secret } = await putSample(secrets);
    for (let tries = 0; tries < 2; tries += 1) {
      const outcome = await secrets.claim(secret.id, wrong, NOW);
      assert.ok(outcome.kind === 'wrong-proof');
      assert.deepEqual(outcome.guesses, { failures: 1, notBeforeMs: NOW + POLICY.firstDelayMs, lockedUntilMs: 0 });
      await secrets.liftLock(secret.id, NOW);
    }
  });

  promise('who comes too early is told how often it was wrong, and when to come again', async (secrets) => {
    const { secret } = await putSample(secrets);
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
