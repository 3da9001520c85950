import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '#src/log/log.ts';
import { openStore } from '#src/open-store.ts';
import { readConfig } from '../support/app.ts';
import { temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';

test('where nothing can be cleared away the log says why, in the words of the store', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = temporaryFolder(t);
  const path = join(folder, 'hushlink.db');
  const lines: string[] = [];
  const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } });
  const store = await openStore(readConfig({ HUSHLINK_DATA: folder }), log);
  t.after(() => store.close());
  renameSync(path, `${path}.away`);
  t.mock.timers.tick(20_000);
  await untilSo('a line', async () => lines.length > 0);
  const { event, err, cause } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([event, err.name], ['sweep', 'StoreUnavailable']);
  assert.match(cause.message, /not where it was opened/);
});
