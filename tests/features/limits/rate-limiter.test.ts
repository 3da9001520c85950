import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { createRateLimiter, type RateLimiter } from '#src/features/limits/rate-limiter.ts';
import { createStoredCount } from '#src/features/limits/stored-count.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { openBothEngines } from '../../store/both-engines.ts';
import { POLICY, START_MS } from '../../store/sealed-sample.ts';
import { createClock, type TestClock } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/temp.ts';

const WINDOW_MS = 60_000;

interface Process {
  readonly limiter: RateLimiter;
  /** Whether it counts for itself (true) or the store does (false): at first, and after each change. */
  readonly alone: boolean[];
}

/** One of several processes on a store. */
function processOn({ rates }: Pick<Store, 'rates'>, clock: TestClock, patienceMs = 60_000): Process {
  const alone: boolean[] = [];
  const limiter = createRateLimiter({
    add: createStoredCount(rates, WINDOW_MS),
    nameOf: (text) => `hidden ${text}`,
    ...{ windowMs: WINDOW_MS, patienceMs },
    now: clock.now,
    onAlone: (reason) => alone.push(reason !== null),
  });
  return { limiter, alone };
}

/** How many of so many requests, one after the other, are let through. */
async function allowedOf(requests: number, { limiter }: Process, name: string, limit: number): Promise<number> {
  let allowed = 0;
  for (let at = 0; at < requests; at += 1) if ((await limiter.take(name, limit)).isAllowed) allowed += 1;
  return allowed;
}

for (const [engine, store] of await openBothEngines()) {
  test(`${engine}: one after the other, exactly the limit is let through, and again in the next window`, async () => {
    const clock = createClock(START_MS);
    const one = processOn(store, clock);
    for (const limit of [1, 7, 600]) {
      const name = `exact ${limit}`;
      assert.equal(await allowedOf(limit + 20, one, name, limit), limit);
      clock.advance(WINDOW_MS - 1);
      assert.equal(await allowedOf(1, one, name, limit), 0);
      clock.advance(1);
      assert.equal(await allowedOf(limit + 20, one, name, limit), limit);
    }
  });

  test(`${engine}: a limit that is raised within a window lets through what it has more, and no more`, async () => {
    const one = processOn(store, createClock(START_MS));
    assert.equal(await allowedOf(4, one, 'raised', 2), 2);
    assert.equal(await allowedOf(9, one, 'raised', 5), 3);
    assert.equal(await allowedOf(1, one, 'raised', 2), 0);
  });

  test(`${engine}: whoever was refused under a clock far ahead is not kept waiting once it is right`, async () => {
    const clock = createClock(START_MS + 86_400_000);
    const one = processOn(store, clock);
    assert.equal(await allowedOf(3, one, 'far ahead', 2), 2);
    clock.advance(-86_400_000);
    assert.equal(await allowedOf(3, one, 'far ahead', 2), 2);
    assert.equal((await one.limiter.take('far ahead', 2)).endsAtMs, START_MS + WINDOW_MS);
  });

  test(`${engine}: of requests that come at once, to three processes, no more than the limit are let through`, async () => {
    const clock = createClock(START_MS);
    const processes = [processOn(store, clock), processOn(store, clock), processOn(store, clock)];
    for (const limit of [5, 100, 1000]) {
      const asked = Array.from({ length: 3 * limit }, (_, at) => processes[at % 3]?.limiter.take('at once', limit));
      const standings = await Promise.all(asked);
      assert.equal(standings.filter((standing) => standing?.isAllowed).length, limit);
      clock.advance(WINDOW_MS);
    }
  });

  test(`${engine}: what one process was given in advance lacks the others at most, never the other way round`, async () => {
    const clock = createClock(START_MS);
    const [one, other] = [processOn(store, clock), processOn(store, clock)];
    const limit = 600;
    const first = await allowedOf(300, one, 'in advance', limit);
    const second = await allowedOf(600, other, 'in advance', limit);
    const rest = await allowedOf(600, one, 'in advance', limit);
    assert.equal(first, 300);
    assert.ok(second <= 300 && second > 300 - 64, String(second));
    assert.equal(first + second + rest, limit);
  });

  test(`${engine}: a count that the store has lost begins anew, also where another clock had given it a later end`, async () => {
    let [questions, suffix] = [0, ''];
    const rates: Store['rates'] = {
      add: (name, ...asked) => {
        questions += 1;
        if (questions > 3) throw new Error('asked without end');
        return store.rates.add(`${name}${suffix}`, ...asked);
      },
    };
    const [one, ahead] = [createClock(START_MS), createClock(START_MS + 1000)].map((clock) =>
      processOn({ rates }, clock),
    );
    assert.ok(one && ahead);
    await ahead.limiter.take('lost', 10);
    assert.equal((await one.limiter.take('lost', 10)).endsAtMs, START_MS + 1000 + WINDOW_MS);
    suffix = ' by a failover';
    const endsAtMs = START_MS + WINDOW_MS;
    assert.deepEqual(await one.limiter.take('lost', 10), { isAllowed: true, limit: 10, remaining: 9, endsAtMs });
    assert.deepEqual([questions, one.alone], [3, [false]]);
  });

  test(`${engine}: who stands how is said with each request`, async () => {
    const clock = createClock(START_MS);
    const { limiter } = processOn(store, clock);
    const endsAtMs = START_MS + WINDOW_MS;
    assert.deepEqual(await limiter.take('standing', 2), { isAllowed: true, limit: 2, remaining: 1, endsAtMs });
    clock.advance(1000);
    assert.deepEqual(await limiter.take('standing', 2), { isAllowed: true, limit: 2, remaining: 0, endsAtMs });
    assert.deepEqual(await limiter.take('standing', 2), { isAllowed: false, limit: 2, remaining: 0, endsAtMs });
    limiter.giveBack('standing', 2);
    assert.equal((await limiter.take('standing', 2)).isAllowed, true);
    assert.equal((await limiter.take('somebody else', 2)).remaining, 1);
  });

  test(`${engine}: somebody who asks for much costs the store few questions`, async () => {
    const clock = createClock(START_MS);
    let questions = 0;
    const rates: Store['rates'] = {
      add: (...asked) => {
        questions += 1;
        return store.rates.add(...asked);
      },
    };
    assert.equal(await allowedOf(10_000, processOn({ rates }, clock), 'busy', 1_000_000), 10_000);
    assert.ok(questions < 300, String(questions));
  });
}

test('while the store is away each process lets the limit through by its own count, and goes back to it then', async () => {
  const path = join(temporaryFolder({ after }), 'away.db');
  const clock = createClock(START_MS);
  const store = openSqliteStore({ path, policy: POLICY, now: clock.now, onSweepError: () => {} });
  after(() => store.close());
  const one = processOn(store, clock);
  assert.equal(await allowedOf(4, one, 'away', 10), 4);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  assert.equal(await allowedOf(20, one, 'away', 10), 6);
  assert.equal(await allowedOf(20, one, 'not seen before', 10), 10);
  assert.deepEqual(one.alone, [false, true]);
  other.exec('COMMIT');
  other.close();
  // It is left alone for a moment, and asked again then.
  assert.equal(await allowedOf(1, one, 'a third', 10), 1);
  assert.deepEqual(one.alone, [false, true]);
  clock.advance(5000);
  assert.equal(await allowedOf(1, one, 'a fourth', 10), 1);
  assert.deepEqual(one.alone, [false, true, false]);
  clock.advance(WINDOW_MS);
  assert.equal(await allowedOf(20, one, 'away', 10), 10);
});

test('a store that does not answer is waited for once; then one request in five seconds tries it', async () => {
  const clock = createClock(START_MS);
  let questions = 0;
  const add = () => {
    questions += 1;
    return new Promise<never>(() => {});
  };
  const one = processOn({ rates: { add } }, clock, 10);
  assert.equal(await allowedOf(5, one, 'hanging', 3), 3);
  assert.deepEqual([one.alone, questions], [[true], 1]);
  for (const name of ['second', 'third']) assert.equal(await allowedOf(5, one, name, 3), 3);
  assert.equal(questions, 1);
  clock.advance(5000);
  const later = ['fourth', 'fifth', 'sixth'].map((name) => allowedOf(5, one, name, 3));
  assert.deepEqual(await Promise.all(later), [3, 3, 3]);
  assert.deepEqual([one.alone, questions], [[true], 2]);
});

test('a clock that is set back leaves the store alone no longer', async () => {
  const clock = createClock(START_MS);
  let questions = 0;
  const add = async () => {
    questions += 1;
    throw new Error('away');
  };
  const one = processOn({ rates: { add } }, clock);
  await allowedOf(1, one, 'before', 3);
  clock.advance(-3_600_000);
  await allowedOf(1, one, 'after', 3);
  assert.equal(questions, 2);
});
