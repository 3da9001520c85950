import assert from 'node:assert/strict';
import files from 'node:fs';
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
