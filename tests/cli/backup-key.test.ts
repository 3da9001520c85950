import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { backupKey } from '#src/cli/backup/key.ts';
import type { CliIo } from '#src/cli/io.ts';
import { STORE_TEXTS } from '#src/cli/store/texts.ts';
import { TEXTS } from '#src/cli/texts.ts';
import { temporaryFolder } from '../support/temp.ts';

const folder = temporaryFolder({ after });
const stream = new PassThrough();
const io = { stdin: stream, stdout: stream, stderr: stream } as unknown as CliIo;

/** What is taken as the key where a file holds these bytes; null: it is refused. */
async function keyFrom(...parts: readonly (string | Uint8Array)[]): Promise<Buffer | null> {
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, Buffer.concat(parts.map((part) => Buffer.from(part))));
  const key = await backupKey({ keyFile }, { isNew: false, isStdinTaken: false }, io);
  return key.ok && key.value.kind === 'key' ? Buffer.from(key.value.bytes) : null;
}

const TEXT = 'k'.repeat(32);
const BYTES = Buffer.alloc(31, 0xd7);

test('a newline that ends a text is not part of the key, on any system', async () => {
  for (const end of ['', '\n', '\r\n']) assert.deepEqual(await keyFrom(TEXT, end), Buffer.from(TEXT));
  assert.deepEqual(await keyFrom(TEXT, '\n\n'), Buffer.from(`${TEXT}\n`));
  assert.deepEqual(await keyFrom(TEXT, '\r'), Buffer.from(`${TEXT}\r`));
});

test('a text that is too short without its newline is refused', async () => {
  assert.equal(await keyFrom('k'.repeat(31), '\n'), null);
  assert.equal(await keyFrom('k'.repeat(31), '\r\n'), null);
});

test('of 32 random bytes each is part of the key, whatever the last one is', async () => {
  for (const end of [[10], [13], [0], [13, 10]]) {
    const whole = [BYTES, Uint8Array.from(end)] as const;
    assert.deepEqual(await keyFrom(...whole), Buffer.concat(whole));
  }
  assert.equal(await keyFrom(BYTES), null);
});

test('a newline behind 32 random bytes is not part of the key', async () => {
  const key = Buffer.concat([BYTES, Buffer.from([0xd7])]);
  for (const end of ['\n', '\r\n']) assert.deepEqual(await keyFrom(key, end), key);
});

test('a file that is too long for a key is called that, and a key beside a passphrase is refused', async () => {
  const keyFile = join(folder, 'long');
  writeFileSync(keyFile, Buffer.alloc(4097, 'k'));
  const refused = async (more: object) => {
    const key = await backupKey({ keyFile, ...more }, { isNew: false, isStdinTaken: false }, io);
    return key.ok ? 'taken' : key.failure.message;
  };
  assert.equal(await refused({}), STORE_TEXTS.keyTooLong);
  writeFileSync(keyFile, TEXT);
  assert.deepEqual([await refused({}), await refused({ passphraseFile: keyFile })], ['taken', TEXTS.errors.conflict]);
});
