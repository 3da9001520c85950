import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { FEEDBACK_LIFE_MS, type FeedbackStore, type SealedFeedback } from '#src/features/feedback/feedback-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Each promise has a year of its own: the store remembers what the ones before it have kept. */
let year = 2030;
const nextNoon = () => Date.UTC(year++, 0, 15, 12);

function entryAt(createdAtMs: number): SealedFeedback {
  return { id: randomBytes(16).toString('base64url'), createdAtMs, sealed: randomBytes(300) };
}

/** What every store of feedback promises. `store` is asked for when a test runs. */
export function feedbackStoreContract(engine: string, store: () => FeedbackStore): void {
  const promise = (title: string, check: (store: FeedbackStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('what was kept is listed byte for byte, newest first, no more than asked for', async (feedback) => {
    const noon = nextNoon();
    const entries = [entryAt(noon - 2 * DAY_MS), entryAt(noon), entryAt(noon - DAY_MS)];
    for (const entry of entries) await feedback.keep(entry);
    const [oldest, newest, middle] = entries;
    assert.deepEqual((await feedback.list(100, noon)).map(plain), [newest, middle, oldest]);
    assert.deepEqual((await feedback.list(2, noon)).map(plain), [newest, middle]);
  });

  promise('an entry that is kept again is there once', async (feedback) => {
    const noon = nextNoon();
    const entry = entryAt(noon);
    await feedback.keep(entry);
    await feedback.keep(entry);
    assert.deepEqual((await feedback.list(100, noon)).map(plain), [entry]);
  });

  promise('an entry is listed and counted until 14 days are over, to the millisecond', async (feedback) => {
    const noon = nextNoon();
    await feedback.keep(entryAt(noon));
    const last = noon + FEEDBACK_LIFE_MS - 1;
    assert.equal((await feedback.list(100, last)).length, 1);
    assert.deepEqual(await feedback.count(last, last), { today: 0, yesterday: 0, older: 1 });
    assert.deepEqual(await feedback.list(100, last + 1), []);
    assert.deepEqual(await feedback.count(last, last + 1), { today: 0, yesterday: 0, older: 0 });
  });

  promise('counts go by the day that began at a given midnight', async (feedback) => {
    const noon = nextNoon();
    const midnight = noon - 12 * HOUR_MS;
    const made = [noon, midnight, midnight - 1, midnight - DAY_MS, midnight - DAY_MS - 1, noon - 10 * DAY_MS];
    for (const createdAtMs of made) await feedback.keep(entryAt(createdAtMs));
    assert.deepEqual(await feedback.count(midnight, noon), { today: 2, yesterday: 2, older: 2 });
  });
}

function plain(entry: SealedFeedback): SealedFeedback {
  return { ...entry, sealed: Buffer.from(entry.sealed) };
}
