import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { openLines, sealLines } from '#src/backup/container.ts';
import { CHUNK_BYTES, HEADER_BYTES, SEALED_CHUNK_BYTES, type StreamKey } from '#src/crypto/sealed-stream.ts';

const KEY: StreamKey = { kind: 'key', bytes: Buffer.alloc(32, 7) };
const PASSPHRASE: StreamKey = { kind: 'passphrase', passphrase: 'zw\u00f6lf Boxk\u00e4mpfer' };

/** The same bytes each time, so that a file can be compared. */
const drawn = (size: number) => Buffer.alloc(size, 3);

async function seal(lines: readonly string[], key: StreamKey = KEY): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of sealLines(given(lines), key, drawn)) parts.push(part);
  return Buffer.concat(parts);
}

async function open(file: Buffer, key: StreamKey = KEY, pieceBytes = file.length || 1): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of openLines(given(cut(file, pieceBytes)), key)) lines.push(line);
  return lines;
}

async function* given<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

function* cut(file: Buffer, pieceBytes: number): Generator<Buffer> {
  for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
}

const refused = (kind: string) => ({ name: 'UnreadableBackup', kind });
const linesOf = (sizes: readonly number[]) =>
  sizes.map((size, at) => `${String.fromCharCode(97 + (at % 26)).repeat(size)}\n`);

test('whatever was sealed comes back line by line, however long it is and in whatever pieces it comes', async () => {
  const near = [CHUNK_BYTES - 2, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES - 1, 3 * CHUNK_BYTES];
  // The last chunk is full: nothing tells that it is the last but that nothing follows.
  const whole = [1000, 10_000_000].map((pieceBytes): [number[], number] => [[CHUNK_BYTES - 1], pieceBytes]);
  const sizes = fc.array(fc.oneof(fc.nat(300), fc.constantFrom(...near)), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.constantFrom(1000, 65_536, 70_000, 10_000_000), async (chosen, pieceBytes) => {
      const lines = linesOf(chosen);
      const found = await open(await seal(lines), KEY, pieceBytes);
      assert.deepEqual(
        found.map((line) => `${line}\n`),
        lines,
      );
    }),
    { numRuns: 60, examples: whole },
  );
});

test('a file that was cut off anywhere is noticed', async () => {
  const file = await seal(linesOf([CHUNK_BYTES - 1, CHUNK_BYTES - 1, 100]));
  const ends = [
    HEADER_BYTES,
    HEADER_BYTES + 1,
    HEADER_BYTES + SEALED_CHUNK_BYTES,
    HEADER_BYTES + 2 * SEALED_CHUNK_BYTES,
  ];
  for (const end of [...ends, file.length - 117, file.length - 16, file.length - 1]) {
    await assert.rejects(open(file.subarray(0, end)), refused('damaged'), `${end} bytes`);
  }
  for (const end of [0, 1, HEADER_BYTES - 1]) await assert.rejects(open(file.subarray(0, end)), refused('foreign'));
});

test('a byte that was changed anywhere is noticed', async () => {
  const file = await seal(linesOf([CHUNK_BYTES - 1, 10]));
  const places = [
    HEADER_BYTES,
    HEADER_BYTES + 5000,
    HEADER_BYTES + SEALED_CHUNK_BYTES - 1,
    file.length - 20,
    file.length - 1,
  ];
  for (const at of places) {
    await assert.rejects(open(changed(file, at)), refused('damaged'), `byte ${at}`);
  }
  for (let at = 0; at < HEADER_BYTES; at += 1)
    await assert.rejects(open(changed(file, at)), { name: 'UnreadableBackup' });
});

test('chunks in another order, twice, left out or of another file are noticed', async () => {
  const file = await seal(linesOf([CHUNK_BYTES - 1, CHUNK_BYTES - 1, CHUNK_BYTES - 1]));
  const head = file.subarray(0, HEADER_BYTES);
  const [a, b, c] = [...cut(file.subarray(HEADER_BYTES), SEALED_CHUNK_BYTES)] as [Buffer, Buffer, Buffer];
  for (const chunks of [[b, a, c], [a, a, b, c], [a, c], [a, b], [b, c], [a, b, c, c], [c]]) {
    await assert.rejects(open(Buffer.concat([head, ...chunks])), refused('damaged'));
  }
  await assert.rejects(open(Buffer.concat([file, Buffer.from([0])])), refused('damaged'));
});

test('another key, another passphrase and the other kind of key are each told', async () => {
  const [withKey, withPassphrase] = [await seal(['x\n']), await seal(['x\n'], PASSPHRASE)];
  assert.deepEqual(await open(withPassphrase, PASSPHRASE), ['x']);
  const composed = { kind: 'passphrase', passphrase: PASSPHRASE.passphrase.normalize('NFD') } as const;
  assert.deepEqual(await open(withPassphrase, composed), ['x'], 'however the letters are composed');
  await assert.rejects(open(withKey, { kind: 'key', bytes: Buffer.alloc(32, 8) }), refused('wrong-key'));
  await assert.rejects(open(withPassphrase, { kind: 'passphrase', passphrase: 'other' }), refused('wrong-key'));
  await assert.rejects(open(withKey, PASSPHRASE), refused('other-kind-of-key'));
  await assert.rejects(open(withPassphrase, KEY), refused('other-kind-of-key'));
});

test('no file can ask for more memory than a backup of ours', async () => {
  const file = await seal(['x\n'], PASSPHRASE);
  for (const [at, value] of [
    [20, 0xffff_ffff],
    [24, 1000],
    [28, 0],
  ] as const) {
    const greedy = Buffer.from(file);
    greedy.writeUInt32BE(value, at);
    await assert.rejects(open(greedy, PASSPHRASE), refused('foreign'));
  }
});

test('a foreign file and one of a newer release are told apart', async () => {
  await assert.rejects(open(Buffer.from('PK\u0003\u0004'.padEnd(200))), refused('foreign'));
  const newer = await seal(['x\n']);
  newer[16] = 2;
  await assert.rejects(open(newer), refused('newer'));
});

test('a file of today can be opened for ever: its bytes are those of the first release', async () => {
  const digest = async (key: StreamKey) =>
    createHash('sha256')
      .update(await seal(['{"a":1}\n', 'b\n'], key))
      .digest('hex');
  assert.equal(await digest(KEY), 'ea8af40fce12ea52adf161483f85debc8d8acfa6b27e72f356709c4c26a94836');
  assert.equal(await digest(PASSPHRASE), '09d577a20cc240aaa1c9f6f1e03d277ebd46f876d0d4dcb7f331a172a21fac41');
});

function changed(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = copy[at]! ^ 1;
  return copy;
}
