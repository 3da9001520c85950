import { renamed, type SampleRows, sampleRows } from '../references/sample-rows.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/**
 * Rows of so many secrets that wait: of the true sizes, sealed as ever, under names of their own. They end at times of
 * their own, between an hour and a week ahead, so that the sweep leaves them alone; and the sender's copy is gone, which
 * lives for minutes.
 */
export function* waitingRows(count: number): Generator<SampleRows> {
  const nowMs = Date.now();
  const sample = sampleRows(nowMs);
  for (let made = 0; made < count; made += 1) {
    const { secret, metadata } = renamed(sample);
    const expiresAtMs = nowMs + HOUR_MS + Math.floor(Math.random() * (WEEK_MS - HOUR_MS));
    const recordExpiresAtMs = expiresAtMs + HOUR_MS;
    yield {
      secret: { ...secret, expiresAtMs, recordExpiresAtMs, senderCopy: null },
      metadata: { ...metadata, recordExpiresAtMs },
    };
  }
}
