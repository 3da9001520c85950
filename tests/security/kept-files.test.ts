import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSite } from './stores.ts';

test('SQLite: every file that a site keeps is for its own user alone, also where nothing else sees to that', async (t) => {
  openToAll(t);
  const { client, folder } = await openSite(t, 'SQLite');
  await client.share('kept');
  const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
  assert.deepEqual(Object.fromEntries(modes), {
    'hushlink.db': '600',
    'hushlink.db-shm': '600',
    'hushlink.db-wal': '600',
  });
});

/** New files would be for everybody. */
function openToAll(t: TestContext): void {
  const mask = process.umask(0);
  t.after(() => process.umask(mask));
}
