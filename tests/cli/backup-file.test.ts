import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { spool } from '#src/cli/backup-file.ts';
import { temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';

test('a backup that comes in a pipe can be read twice, and has no name to stay under when the process ends', async (t) => {
  const folder = temporaryFolder(t);
  const pipe = new PassThrough();
  const spooling = spool(pipe, folder);
  pipe.write('first ');
  await untilSo('something of it is kept', async () => pipe.readableLength === 0);
  assert.deepEqual(readdirSync(folder), []);
  pipe.end('second');
  const file = await spooling;
  for (let reads = 0; reads < 2; reads += 1) {
    assert.equal(Buffer.concat(await Array.fromAsync(file.read())).toString(), 'first second');
  }
  await file.close();
});
