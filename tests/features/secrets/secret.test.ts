import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import {
  afterWrongTry,
  displayLines,
  type GuessPolicy,
  lifeAt,
  NO_GUESSES,
  recordLifeMs,
  redeliveryEndsAtMs,
  triableFromMs,
  triesLeft,
} from '#src/features/secrets/secret.ts';

const POLICY: GuessPolicy = { tries: 4, firstDelayMs: 1000, maxDelayMs: 3000, maxLockMs: 60_000 };
const NOW_MS = 1_000_000;
const HOUR_MS = 3_600_000;

test('a secret lives up to, and not including, the instant it expires', () => {
  const live = { life: 'live', expiresAtMs: NOW_MS } as const;
  assert.equal(lifeAt(live, NOW_MS - 1), 'live');
  assert.equal(lifeAt(live, NOW_MS), 'expired');
  assert.equal(lifeAt({ ...live, life: 'received' }, NOW_MS), 'received');
  assert.equal(lifeAt({ ...live, life: 'burned' }, NOW_MS + 1), 'burned');
});

test('nothing is counted of a secret that nobody has guessed at', () => {
  assert.deepEqual(NO_GUESSES, { failures: 0, notBeforeMs: 0, lockedUntilMs: 0 });
});

test('wrong passphrases wait twice as long each time, up to the longest wait, and then lock', () => {
  let row = { ...NO_GUESSES, expiresAtMs: NOW_MS + HOUR_MS };
  const seen = [1, 2, 3, 4, 5].map(() => {
    row = { ...row, ...afterWrongTry(row, NOW_MS, POLICY) };
    return [row.failures, row.notBeforeMs - NOW_MS, Math.max(0, row.lockedUntilMs - NOW_MS)];
  });
  assert.deepEqual(seen, [
    [1, 1000, 0],
    [2, 2000, 0],
    [3, 3000, 0],
    [4, 3000, 60_000],
    [5, 3000, 60_000],
  ]);
});

test('a lock takes a quarter of the life that is left at most', () => {
  const row = { failures: 3, notBeforeMs: 7, lockedUntilMs: 0, expiresAtMs: NOW_MS + 10_001 };
  assert.deepEqual(afterWrongTry(row, NOW_MS, POLICY), { failures: 4, notBeforeMs: 7, lockedUntilMs: NOW_MS + 2500 });
});

test('a passphrase may be tried again when both the wait and the lock are over', () => {
  const fromMs = (notBeforeMs: number, lockedUntilMs: number) =>
    triableFromMs({ failures: 1, notBeforeMs, lockedUntilMs }, NOW_MS, POLICY);
  assert.equal(fromMs(NOW_MS + 5, NOW_MS + 9), NOW_MS + 9);
  assert.equal(fromMs(NOW_MS + 9, NOW_MS + 5), NOW_MS + 9);
});

test('a wait is believed up to the longest that there can be by clocks that differ, and no further', () => {
  const longestMs = 60_000 + CLOCK_SKEW_MS;
  const fromMs = (leftMs: number, policy = POLICY) =>
    triableFromMs({ failures: 1, notBeforeMs: NOW_MS + leftMs, lockedUntilMs: 0 }, NOW_MS, policy) - NOW_MS;
  assert.deepEqual([fromMs(longestMs), fromMs(longestMs + 1)], [longestMs, 0]);
  const longDelays = { ...POLICY, maxDelayMs: 90_000 };
  const longerMs = longestMs + 30_000;
  assert.deepEqual([fromMs(longerMs, longDelays), fromMs(longerMs + 1, longDelays)], [longerMs, 0]);
});

test('of a wait and a lock the one that cannot be does not hide the other', () => {
  const impossibleMs = NOW_MS + 2 * HOUR_MS;
  const locked = { failures: 11, notBeforeMs: impossibleMs, lockedUntilMs: NOW_MS + 60_000 };
  assert.equal(triableFromMs(locked, NOW_MS, POLICY), NOW_MS + 60_000);
  assert.equal(triesLeft(locked, NOW_MS, POLICY), 0);
  const waiting = { failures: 3, notBeforeMs: NOW_MS + 3000, lockedUntilMs: impossibleMs };
  assert.equal(triableFromMs(waiting, NOW_MS, POLICY), NOW_MS + 3000);
  assert.equal(triesLeft(waiting, NOW_MS, POLICY), 1);
});

test('of the tries that are left the one that locks is always one', () => {
  assert.deepEqual(
    [0, 1, 3, 4, 9].map((failures) => triesLeft({ ...NO_GUESSES, failures }, NOW_MS, POLICY)),
    [4, 3, 1, 1, 1],
  );
});

test('while a lock holds no try is left; a lock longer than there can be is none', () => {
  const leftAt = (lockedForMs: number) =>
    triesLeft({ failures: 4, notBeforeMs: 0, lockedUntilMs: NOW_MS + lockedForMs }, NOW_MS, POLICY);
  assert.deepEqual([leftAt(60_000), leftAt(1), leftAt(0), leftAt(60_001 + CLOCK_SKEW_MS)], [0, 0, 1, 1]);
  const waiting = { failures: 4, notBeforeMs: NOW_MS + 1, lockedUntilMs: NOW_MS };
  assert.equal(triesLeft(waiting, NOW_MS, POLICY), 1, 'a wait is no lock');
});

test('a record is kept for as long again as its secret, and for an hour at least', () => {
  assert.equal(recordLifeMs(60_000), 60_000 + HOUR_MS);
  assert.equal(recordLifeMs(HOUR_MS), 2 * HOUR_MS);
  assert.equal(recordLifeMs(5 * HOUR_MS), 10 * HOUR_MS);
});

test('a received secret is given again for the time that is set, and no longer than its record is kept', () => {
  const row = { endedAtMs: NOW_MS, recordExpiresAtMs: NOW_MS + 5000 };
  assert.equal(redeliveryEndsAtMs(row, 4000), NOW_MS + 4000);
  assert.equal(redeliveryEndsAtMs(row, 6000), NOW_MS + 5000);
  assert.equal(redeliveryEndsAtMs({ ...row, endedAtMs: null }, 4000), 0);
});

test('the text area has a row for each line and for every 80 characters, some to spare, and thirty at most', () => {
  assert.equal(displayLines(''), 4);
  assert.equal(displayLines('x'.repeat(79)), 4);
  assert.equal(displayLines('x'.repeat(80)), 5);
  for (const char of ['\u{1F511}', '漢']) assert.equal(displayLines(char.repeat(79)), 4);
  assert.equal(displayLines('a\nb\nc'), 6);
  assert.equal(displayLines('\n'.repeat(26)), 30);
  assert.equal(displayLines('\n'.repeat(100)), 30);
});
