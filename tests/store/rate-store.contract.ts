import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { RateStore } from '#src/features/limits/rate-store.ts';
import { START_MS } from './sealed-sample.ts';

const WINDOW_MS = 60_000;

const freshName = () => randomBytes(32).toString('base64url');

/** What every store of counts promises, over two connections to it. `stores` is asked for when a test runs. */
export function rateStoreContract(engine: string, stores: () => readonly [RateStore, RateStore]): void {
  const promise = (title: string, check: (rates: RateStore, others: RateStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(...stores()));

  promise('points are added to what is counted, of each name by itself', async (rates, others) => {
    const [one, other] = [freshName(), freshName()];
    const endsAtMs = START_MS + WINDOW_MS;
    assert.deepEqual(await rates.add(one, 1, WINDOW_MS, START_MS), { count: 1, endsAtMs });
    assert.deepEqual(await others.add(one, 5, WINDOW_MS, START_MS + 1), { count: 6, endsAtMs });
    assert.deepEqual(await rates.add(other, 2, WINDOW_MS, START_MS + 2), { count: 2, endsAtMs: endsAtMs + 2 });
  });

  promise(
    'a window ends at its instant, whatever came meanwhile, and the next begins with the next count',
    async (rates) => {
      const name = freshName();
      await rates.add(name, 3, WINDOW_MS, START_MS);
      const last = START_MS + WINDOW_MS - 1;
      assert.deepEqual(await rates.add(name, 4, WINDOW_MS, last), { count: 7, endsAtMs: last + 1 });
      const next = { count: 1, endsAtMs: last + 1 + WINDOW_MS };
      assert.deepEqual(await rates.add(name, 1, WINDOW_MS, last + 1), next);
      assert.deepEqual(await rates.add(name, 1, WINDOW_MS, next.endsAtMs - 1), { ...next, count: 2 });
    },
  );

  promise(
    'a window that was begun under a clock far ahead is over, one of a clock a little ahead is not',
    async (rates) => {
      const [far, near] = [freshName(), freshName()];
      await rates.add(far, 9, WINDOW_MS, START_MS + 86_400_000);
      assert.deepEqual(await rates.add(far, 1, WINDOW_MS, START_MS), { count: 1, endsAtMs: START_MS + WINDOW_MS });
      const { endsAtMs } = await rates.add(near, 9, WINDOW_MS, START_MS + 5000);
      assert.deepEqual(await rates.add(near, 1, WINDOW_MS, START_MS), { count: 10, endsAtMs });
    },
  );

  promise('of counts that come at once none is lost, over two connections', async (rates, others) => {
    const name = freshName();
    const counted = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? rates : others).add(name, 3, WINDOW_MS, START_MS)),
    );
    const counts = counted.map(({ count }) => count).sort((a, b) => a - b);
    assert.deepEqual(
      counts,
      Array.from({ length: 200 }, (_, at) => 3 * (at + 1)),
    );
  });
}
