import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { FileExists, spool, writeNewFile } from '#src/cli/backup/file.ts';
import type { EndSignal } from '#src/cli/io.ts';
import { refuseLinks } from '../support/system-calls.ts';
import { temporaryFolder } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';

const unsignalled = { signals: Object.assign(new EventEmitter(), { raise: () => {} }) };

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

for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) {
  test(`a backup is written where a file cannot have two names, too (${code})`, async (t) => {
    refuseLinks(t, code);
    const path = join(temporaryFolder(t), 'a.backup');
    await writeNewFile(path, PassThrough.from([Buffer.from('all')]), unsignalled);
    assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['all', 0o600]);
    assert.deepEqual(readdirSync(dirname(path)), ['a.backup']);
  });
}

test('where a file cannot have two names a backup never takes the place of what has come there meanwhile', async (t) => {
  const path = join(temporaryFolder(t), 'a.backup');
  refuseLinks(t, 'EPERM', () => writeFileSync(path, 'that of somebody else'));
  await assert.rejects(writeNewFile(path, PassThrough.from([Buffer.from('all')]), unsignalled), FileExists);
  assert.equal(readFileSync(path, 'utf8'), 'that of somebody else');
  assert.deepEqual(readdirSync(dirname(path)), ['a.backup']);
});

test('a link that is refused for another reason is told, and nothing is left behind', async (t) => {
  const path = join(temporaryFolder(t), 'a.backup');
  refuseLinks(t, 'EMLINK');
  const writing = writeNewFile(path, PassThrough.from([Buffer.from('all')]), unsignalled);
  await assert.rejects(writing, { code: 'EMLINK' });
  assert.deepEqual(readdirSync(dirname(path)), []);
});
