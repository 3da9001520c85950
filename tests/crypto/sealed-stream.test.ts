import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStreamOpener, createStreamSealer, HEADER_BYTES, type StreamKey } from '#src/crypto/sealed-stream.ts';

const KEY: StreamKey = { kind: 'key', bytes: Buffer.alloc(32, 7) };
const PASSPHRASE: StreamKey = { kind: 'passphrase', passphrase: 'twelve boxers' };
const drawn = (size: number) => Buffer.alloc(size, 3);

async function openerOf(header: Buffer, key = KEY) {
  const opened = await createStreamOpener(header, key);
  assert.ok(opened.ok);
  return opened.value;
}

test('the parameters that a file may ask for have bounds, and those at a bound are taken', async () => {
  const { header } = await createStreamSealer(PASSPHRASE, drawn);
  const askedFor = async (memoryKib: number, passes: number, lanes: number) => {
    const asking = Buffer.from(header);
    for (const [at, value] of [memoryKib, passes, lanes].entries()) asking.writeUInt32BE(value, 20 + 4 * at);
    const opened = await createStreamOpener(asking, PASSPHRASE);
    // Its own parameters are bound to the key: what is taken opens nothing.
    return opened.ok || opened.failure.kind;
  };
  const taken = [
    [8, 1, 1],
    [8, 16, 1],
    [128, 1, 16],
  ] as const;
  const refused = [
    [7, 1, 1],
    [8, 0, 1],
    [8, 17, 1],
    [8, 1, 0],
    [136, 1, 17],
    [127, 1, 16],
    [1_048_577, 1, 1],
  ] as const;
  for (const [memoryKib, passes, lanes] of taken) {
    assert.equal(await askedFor(memoryKib, passes, lanes), 'wrong-key', `${memoryKib} ${passes} ${lanes}`);
  }
  for (const [memoryKib, passes, lanes] of refused) {
    assert.equal(await askedFor(memoryKib, passes, lanes), 'foreign', `${memoryKib} ${passes} ${lanes}`);
  }
});

test('the last chunk may be empty, and what is shorter than a tag is no chunk', async () => {
  const sealer = await createStreamSealer(KEY, drawn);
  const empty = sealer.seal(Buffer.alloc(0), true);
  assert.equal(empty.length, 16);
  assert.deepEqual((await openerOf(sealer.header)).open(empty, true), Buffer.alloc(0));
  for (const length of [0, 15]) {
    assert.equal((await openerOf(sealer.header)).open(empty.subarray(0, length), true), null);
  }
});

test('a chunk opens at its place alone, and only as the last one if it was that', async () => {
  const sealer = await createStreamSealer(KEY, drawn);
  const [first, last] = [sealer.seal(Buffer.from('first'), false), sealer.seal(Buffer.from('last'), true)];
  const opener = await openerOf(sealer.header);
  assert.equal(String(opener.open(first, false)), 'first');
  assert.equal(String(opener.open(last, true)), 'last');
  assert.equal((await openerOf(sealer.header)).open(last, true), null);
  assert.equal((await openerOf(sealer.header)).open(first, true), null);
});

test('a head is as long as it says, and one byte less is no file of ours', async () => {
  const { header } = await createStreamSealer(KEY, drawn);
  assert.equal(header.length, HEADER_BYTES);
  const short = await createStreamOpener(header.subarray(0, HEADER_BYTES - 1), KEY);
  assert.deepEqual(short, { ok: false, failure: { kind: 'foreign' } });
});
