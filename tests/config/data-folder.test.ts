import assert from 'node:assert/strict';
import files, { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { closedToUs } from '#src/data-folder.ts';
import { answerInstead } from '../support/system-calls.ts';
import { temporaryFolder } from '../support/temp.ts';
import { configOf } from './load-sample.ts';

test('a data folder on what is mounted read-only is told with the way out of a container and of a unit of systemd', (t) => {
  const folder = temporaryFolder(t);
  answerInstead(t, files, 'accessSync', () => {
    throw Object.assign(new Error('read-only'), { code: 'EROFS' });
  });
  const said = closedToUs(configOf({ env: { HUSHLINK_DATA: join(folder, 'data') } }), { uid: 1, gid: 1 }) ?? '';
  assert.ok(
    said.startsWith(`${folder} cannot be written; hint: in a container mount a volume at ${folder}/data; `),
    said,
  );
  assert.match(said, /under systemd make the folder, and name it in ReadWritePaths= of the unit$/);
});

test('a log of the database that somebody else has left behind is told with the way out', (t) => {
  const folder = temporaryFolder(t);
  for (const file of ['hushlink.db', 'hushlink.db-wal', 'hushlink.db-shm']) writeFileSync(join(folder, file), '');
  const log = join(folder, 'hushlink.db-wal');
  answerInstead(t, files, 'accessSync', (path) => {
    if (path === log) throw Object.assign(new Error('closed'), { code: 'EACCES' });
  });
  const said = closedToUs(configOf({ env: { HUSHLINK_DATA: folder } }), { uid: 1, gid: 1 }) ?? '';
  assert.ok(said.startsWith(`${log} is closed to user 1, group 1: it belongs to `), said);
});
