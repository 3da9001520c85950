import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/temp.ts';
import { LIFE_MS, POLICY, START_MS, sample } from './sealed-sample.ts';

/** About 130 MB, a step of the sweep about 20. */
const [ROWS, CONTENT_BYTES] = [3_000, 40_000];
/** What is moved at once, and what a step adds to that. */
const LONGEST_LOG_BYTES = 100e6;

test('what has ended while the server was away is swept without a log as large as all of it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const path = join(temporaryFolder(t), 'hushlink.db');
  const open = (nowMs: number) => {
    const onSweepError = (error: unknown) => assert.fail(String(error));
    return openSqliteStore({ path, policy: POLICY, now: () => nowMs, onSweepError, hasDiskThreads: true });
  };
  const logBytes = () => statSync(`${path}-wal`).size;

  const before = open(START_MS);
  for (let at = 0; at < ROWS; at += 100) {
    const rows = Array.from({ length: 100 }, () => sample({ content: Buffer.alloc(CONTENT_BYTES, 1) }));
    await Promise.all(rows.map(({ secret, metadata }) => before.secrets.put(secret, metadata)));
  }
  await before.close();
  assert.ok(statSync(path).size > ROWS * CONTENT_BYTES);

  const after = open(START_MS + 2 * LIFE_MS);
  t.after(() => after.close());
  let longest = logBytes();
  t.mock.timers.tick(20_000);
  // Until it has been emptied.
  do {
    await new Promise((done) => setTimeout(done, 5));
    longest = Math.max(longest, logBytes());
  } while (longest < CONTENT_BYTES || logBytes() > 0);
  assert.ok(longest < LONGEST_LOG_BYTES, `${longest} bytes`);
});
