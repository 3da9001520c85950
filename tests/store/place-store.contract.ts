import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlaceStore } from '#src/features/limits/place-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const noon = Date.UTC(2030, 0, 15, 12);

/** What every store of places promises. `store` is asked for when a test runs. */
export function placeStoreContract(engine: string, store: () => PlaceStore): void {
  const promise = (title: string, check: (places: PlaceStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('of fifty simultaneous takers exactly as many get a place as there are', async (places) => {
    const name = randomBytes(8).toString('hex');
    for (const most of [1, 3]) {
      const takers = Array.from({ length: 50 }, () => places.take(`${name}.${most}`, most, noon + 1000, noon));
      assert.equal((await Promise.all(takers)).filter(Boolean).length, most);
      assert.equal(await places.take(`${name}.${most}`, most, noon + 1000, noon + 999), false);
    }
  });

  promise('places come back when the time of the first is over, all of them', async (places) => {
    const name = randomBytes(8).toString('hex');
    const take = (untilMs: number, nowMs: number) => places.take(name, 2, untilMs, nowMs);
    assert.equal(await take(noon + 1000, noon), true);
    assert.equal(await take(noon + 5000, noon), true);
    assert.equal(await take(noon + 5000, noon + 999), false);
    assert.equal(await take(noon + 5000, noon + 1000), true);
    assert.equal(await take(noon + 5000, noon + 1000), true);
    assert.equal(await take(noon + 5000, noon + 1000), false);
  });

  promise('places that were taken by a clock far ahead are free when the clock is right', async (places) => {
    const name = randomBytes(8).toString('hex');
    const take = (nowMs: number) => places.take(name, 1, nowMs + DAY_MS, nowMs);
    assert.equal(await take(noon + 365 * DAY_MS), true);
    assert.equal(await take(noon), true);
    assert.equal(await take(noon - HOUR_MS), false, 'a little is no wrong clock');
    assert.equal(await take(noon + DAY_MS - 1), false);
    assert.equal(await take(noon + DAY_MS), true);
  });

  promise('a place is taken also for who sees its end later, with a clock that is behind', async (places) => {
    const name = randomBytes(8).toString('hex');
    assert.equal(await places.take(name, 1, noon + 20, noon), true);
    await pause(60);
    assert.equal(await places.take(name, 1, noon + 20, noon), false);
    assert.equal(await places.take(name, 1, noon + 40, noon + 20), true);
  });

  promise('where there is no place nobody gets one, and names do not share theirs', async (places) => {
    const name = randomBytes(8).toString('hex');
    assert.equal(await places.take(name, 0, noon + 1000, noon), false);
    assert.equal(await places.take(`${name}a`, 1, noon + 1000, noon), true);
    assert.equal(await places.take(`${name}b`, 1, noon + 1000, noon), true);
  });
}
