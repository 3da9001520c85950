import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { spool, writeNewFile } from '#src/cli/backup-file.ts';
import type { EndSignal } from '#src/cli/io.ts';
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

test('a signal that ends a backup takes its draft along, and one that comes later is not heard any more', async (t) => {
  const folder = temporaryFolder(t);
  const signals = new EventEmitter();
  const raised: EndSignal[] = [];
  const io = { signals: Object.assign(signals, { raise: (name: EndSignal) => void raised.push(name) }) };
  const pipe = new PassThrough();
  const writing = writeNewFile(join(folder, 'a.backup'), pipe, io);
  await untilSo('there is a draft', async () => readdirSync(folder).some((name) => name.endsWith('.part')));
  signals.emit('SIGTERM', 'SIGTERM');
  assert.deepEqual([readdirSync(folder), raised, signals.eventNames()], [[], ['SIGTERM'], []]);
  pipe.end();
  await assert.rejects(writing, { code: 'ENOENT' });
  await writeNewFile(join(folder, 'b.backup'), PassThrough.from([Buffer.from('all')]), io);
  assert.equal(readFileSync(join(folder, 'b.backup'), 'utf8'), 'all');
  assert.deepEqual([readdirSync(folder), signals.eventNames()], [['b.backup'], []]);
});
