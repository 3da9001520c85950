import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { POLICY, putSample, START_MS } from './sealed-sample.ts';

const folder = temporaryFolder({ after });
const temporary = temporaryFolder({ after });
// SQLite asks for it with the first database that a process opens.
process.env.SQLITE_TMPDIR = temporary;

function open(t: Cleanup, hasDiskThreads: boolean) {
  const store = openSqliteStore({
    ...{ path: join(folder, `${hasDiskThreads}.db`), policy: POLICY, now: () => START_MS, hasDiskThreads },
    onSweepError: (error) => assert.fail(String(error)),
  });
  t.after(() => store.close());
  return store;
}

for (const hasDiskThreads of [true, false]) {
  test(`no page lands in a temporary file, however large a transaction (threads: ${hasDiskThreads})`, async (t) => {
    const seen: string[] = [];
    const watching = watch(temporary, (_, name) => seen.push(String(name)));
    t.after(() => watching.close());
    const { secrets } = open(t, hasDiskThreads);
    const putMany = () => Promise.all(Array.from({ length: 300 }, () => putSample(secrets)));
    await putMany();
    await putMany();
    await pause(50);
    assert.deepEqual(seen, []);
  });
}
