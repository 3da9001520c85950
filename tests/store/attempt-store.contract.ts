import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { ATTEMPT_LIFE_MS, type AttemptStore, type CountedName } from '#src/features/accounts/attempt-store.ts';
import { START_MS } from './sealed-sample.ts';

const POLICY = { firstDelayMs: 1000, maxDelayMs: 60_000 };

function counted(changes: Partial<CountedName> = {}): CountedName {
  return { name: randomBytes(32).toString('base64url'), freeTries: 3, tries: 6, ...changes };
}

/** What every store of tries promises. `store` is asked for when a test runs. */
export function attemptStoreContract(engine: string, store: () => AttemptStore): void {
  const promise = (title: string, check: (store: AttemptStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('three tries are free, then waits double, and from the limit on each waits the longest', async (attempts) => {
    const name = counted();
    let nowMs = START_MS;
    for (const waitMs of [0, 0, 1000, 2000, 4000, 60_000, 60_000]) {
      assert.deepEqual(await attempts.begin([name], POLICY, nowMs), { isAllowed: true });
      if (waitMs > 0) {
        const early = await attempts.begin([name], POLICY, nowMs + waitMs - 1);
        assert.deepEqual(early, { isAllowed: false, retryAfterMs: 1 });
        assert.deepEqual(await attempts.begin([name], POLICY, nowMs), { isAllowed: false, retryAfterMs: waitMs });
      }
      nowMs += waitMs;
    }
  });

  promise('waits that double end at the longest one also before the limit', async (attempts) => {
    const name = counted({ freeTries: 1, tries: 100 });
    const policy = { firstDelayMs: 1000, maxDelayMs: 3000 };
    let nowMs = START_MS;
    for (const waitMs of [1000, 2000, 3000, 3000]) {
      assert.deepEqual(await attempts.begin([name], policy, nowMs), { isAllowed: true });
      assert.deepEqual(await attempts.begin([name], policy, nowMs), { isAllowed: false, retryAfterMs: waitMs });
      nowMs += waitMs;
    }
  });

  promise('a wait that a clock far ahead has set ends when the clock is right', async (attempts) => {
    const name = counted({ tries: 1 });
    const aheadMs = START_MS + CLOCK_SKEW_MS + 1;
    assert.equal((await attempts.begin([name], POLICY, aheadMs)).isAllowed, true);
    assert.equal((await attempts.begin([name], POLICY, aheadMs)).isAllowed, false);
    assert.deepEqual(await attempts.begin([name], POLICY, START_MS), { isAllowed: true });
    assert.deepEqual(await attempts.begin([name], POLICY, START_MS), { isAllowed: false, retryAfterMs: 60_000 });
  });

  promise('a wait that a clock far ahead has set hides no other', async (attempts) => {
    const [network, account] = [counted({ tries: 1 }), counted({ tries: 1 })];
    await attempts.begin([network], POLICY, START_MS + CLOCK_SKEW_MS + 1);
    await attempts.begin([account], POLICY, START_MS);
    const both = await attempts.begin([network, account], POLICY, START_MS);
    assert.deepEqual(both, { isAllowed: false, retryAfterMs: 60_000 });
  });

  promise('counts that a clock far ahead has begun are forgotten when it is right', async (attempts) => {
    const name = counted();
    const aheadMs = START_MS + 365 * ATTEMPT_LIFE_MS;
    for (const _ of [1, 2, 3]) assert.equal((await attempts.begin([name], POLICY, aheadMs)).isAllowed, true);
    for (const _ of [1, 2, 3]) assert.deepEqual(await attempts.begin([name], POLICY, START_MS), { isAllowed: true });
    assert.deepEqual(await attempts.begin([name], POLICY, START_MS), { isAllowed: false, retryAfterMs: 1000 });
  });

  promise('the longest wait holds for who has looked at the clock a moment before', async (attempts) => {
    const name = counted({ tries: 1 });
    await attempts.begin([name], POLICY, START_MS);
    const earlier = await attempts.begin([name], POLICY, START_MS - 1);
    assert.deepEqual(earlier, { isAllowed: false, retryAfterMs: 60_001 });
  });

  promise('of any number of simultaneous tries no more are allowed than one after the other', async (attempts) => {
    const name = counted();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => attempts.begin([name], POLICY, START_MS)));
    assert.equal(outcomes.filter(({ isAllowed }) => isAllowed).length, 3);
  });

  promise('without a first delay too, no more than the limit are allowed at once', async (attempts) => {
    const name = counted();
    const policy = { firstDelayMs: 0, maxDelayMs: 60_000 };
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => attempts.begin([name], policy, START_MS)));
    assert.equal(outcomes.filter(({ isAllowed }) => isAllowed).length, 6);
  });

  promise('a try counts under all its names at once; where one must wait, none is counted', async (attempts) => {
    const [account, address] = [counted({ tries: 1 }), counted({ freeTries: 2, tries: 100 })];
    assert.equal((await attempts.begin([account, address], POLICY, START_MS)).isAllowed, true);
    const refused = await attempts.begin([account, address], POLICY, START_MS);
    assert.deepEqual(refused, { isAllowed: false, retryAfterMs: 60_000 });
    assert.equal((await attempts.begin([counted(), address], POLICY, START_MS)).isAllowed, true);
    const waiting = await attempts.begin([counted(), address], POLICY, START_MS);
    assert.deepEqual(waiting, { isAllowed: false, retryAfterMs: 1000 });
  });

  promise('a try that was given back counts no more and leaves no wait', async (attempts) => {
    const name = counted();
    for (const _ of [1, 2, 3]) await attempts.begin([name], POLICY, START_MS);
    await attempts.giveBack([name.name], START_MS);
    assert.equal((await attempts.begin([name], POLICY, START_MS)).isAllowed, true);
    assert.deepEqual(await attempts.begin([name], POLICY, START_MS), { isAllowed: false, retryAfterMs: 1000 });
    await attempts.giveBack([counted().name], START_MS);
  });

  promise('no more is given back than was counted', async (attempts) => {
    const name = counted();
    await attempts.begin([name], POLICY, START_MS);
    for (const _ of [1, 2, 3]) await attempts.giveBack([name.name], START_MS);
    for (const _ of [1, 2, 3]) assert.equal((await attempts.begin([name], POLICY, START_MS)).isAllowed, true);
    assert.deepEqual(await attempts.begin([name], POLICY, START_MS), { isAllowed: false, retryAfterMs: 1000 });
  });

  promise('what is forgotten starts anew, alone', async (attempts) => {
    const [first, second] = [counted({ tries: 1 }), counted({ tries: 1 })];
    await attempts.begin([first, second], POLICY, START_MS);
    await attempts.forget([first.name]);
    await attempts.forget([]);
    assert.equal((await attempts.begin([first], POLICY, START_MS)).isAllowed, true);
    assert.equal((await attempts.begin([second], POLICY, START_MS)).isAllowed, false);
  });

  promise('counts are forgotten when their wait is over, and not before a day has gone by', async (attempts) => {
    const name = counted({ tries: 3 });
    const policy = { firstDelayMs: 0, maxDelayMs: ATTEMPT_LIFE_MS };
    for (const _ of [1, 2, 3]) assert.equal((await attempts.begin([name], policy, START_MS)).isAllowed, true);
    const last = START_MS + ATTEMPT_LIFE_MS - 1;
    assert.deepEqual(await attempts.begin([name], policy, last), { isAllowed: false, retryAfterMs: 1 });
    for (const _ of [1, 2, 3]) assert.equal((await attempts.begin([name], policy, last + 1)).isAllowed, true);
    assert.equal((await attempts.begin([name], policy, last + 1)).isAllowed, false);
  });

  promise('a count that ends in a moment is there until then, by the clock of who asks', async (attempts) => {
    const name = counted({ tries: 3 });
    const policy = { firstDelayMs: 0, maxDelayMs: 60_000 };
    const last = START_MS + ATTEMPT_LIFE_MS - 1;
    for (const nowMs of [START_MS, last]) await attempts.begin([name], policy, nowMs);
    // By any clock of a store that takes longer than the moment.
    for (let at = 0; at < 50; at += 1) await attempts.begin([counted()], policy, last);
    assert.deepEqual(await attempts.begin([name], policy, last), { isAllowed: true });
    assert.deepEqual(await attempts.begin([name], policy, last), { isAllowed: false, retryAfterMs: 60_000 });
  });

  promise('people who mistype now and then, for weeks, never have to wait', async (attempts) => {
    const network = counted({ freeTries: 30, tries: 40 });
    for (let hour = 0; hour < 24 * 14; hour += 2) {
      const nowMs = START_MS + hour * 3_600_000;
      for (const person of ['one', 'another']) {
        assert.deepEqual(
          await attempts.begin([network], POLICY, nowMs),
          { isAllowed: true },
          `${person}, hour ${hour}`,
        );
      }
    }
  });

  promise('a wait goes on where the day of its count ends', async (attempts) => {
    const name = counted({ freeTries: 2, tries: 2 });
    await attempts.begin([name], POLICY, START_MS);
    const late = START_MS + ATTEMPT_LIFE_MS - 1;
    await attempts.begin([name], POLICY, late);
    assert.deepEqual(await attempts.begin([name], POLICY, late + 59_999), { isAllowed: false, retryAfterMs: 1 });
    assert.equal((await attempts.begin([name], POLICY, late + 60_000)).isAllowed, true);
  });
}
