import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readRawBody } from '#src/http/body.ts';
import { createBodyRules } from '#src/http/body-room.ts';
import { ok } from '#src/result.ts';
import { listening } from '../support/listening.ts';

const rules = createBodyRules(1_048_576);
const pieces = 200_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function memoryBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A request with that body, as far as reading it goes. */
function asking(body: Readable, headers = {}): Parameters<typeof readRawBody>[0] {
  return Object.assign(body, { headers }) as unknown as Parameters<typeof readRawBody>[0];
}

test('a body in pieces of one byte takes no memory for each of them', async (t) => {
  const server = createServer(() => {});
  const socket = connect(await listening(t, server), '127.0.0.1');
  t.after(() => socket.destroy());
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket.write(head);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const body = readRawBody(request as Parameters<typeof readRawBody>[0], rules);
  const before = memoryBytes();
  const chunk = '1\r\nx\r\n';
  for (let sent = 0; sent < pieces; sent += 1000) socket.write(chunk.repeat(1000));
  while (request.socket.bytesRead < head.length + pieces * chunk.length) await turn();
  const taken = memoryBytes() - before;
  assert.ok(taken < 20 * pieces, `${taken} bytes for ${pieces} of a body`);
  socket.write('0\r\n\r\n');
  assert.deepEqual(await body, ok(Buffer.alloc(pieces, 'x')));
});

test('a body is what was sent, however it was cut, up to the limit and no byte more', async () => {
  const sent = randomBytes(100_000);
  for (const step of [1, 7, 4095, 4096, 4097, 99_999, 100_000]) {
    const cut = () => asking(Readable.from(inPieces(sent, step), { objectMode: false }));
    assert.deepEqual(await readRawBody(cut(), createBodyRules(sent.length)), ok(sent), `pieces of ${step}`);
    const { ok: isRead } = await readRawBody(cut(), createBodyRules(sent.length - 1));
    assert.equal(isRead, false, `pieces of ${step}`);
  }
  assert.deepEqual(await readRawBody(asking(Readable.from([])), createBodyRules(1)), ok(Buffer.alloc(0)));
});

test('a body that says how long it is may be as long as the limit, and no byte longer', async () => {
  const sent = randomBytes(1000);
  const told = () => asking(Readable.from([sent]), { 'content-length': String(sent.length) });
  assert.deepEqual(await readRawBody(told(), createBodyRules(sent.length)), ok(sent));
  assert.deepEqual(await readRawBody(told(), createBodyRules(sent.length - 1)), {
    ok: false,
    failure: { kind: 'body-too-large' },
  });
});

test('what is too much is left where it is', async () => {
  const body = new PassThrough();
  const read = readRawBody(asking(body), createBodyRules(3));
  body.write('four');
  assert.deepEqual(await read, { ok: false, failure: { kind: 'body-too-large' } });
  assert.equal(body.isPaused(), true);
});

test('long bodies together take no more than there is room for, and leave it when they end or break off', async () => {
  const narrow = createBodyRules(100_000, 70_000);
  const started = () => {
    const body = new PassThrough();
    return { body, read: readRawBody(asking(body), narrow) };
  };
  const send = async (body: PassThrough, pieceBytes: number) => {
    for (const fill of ['a', 'b']) {
      body.write(Buffer.alloc(pieceBytes, fill));
      await turn();
    }
  };
  const [one, other, late] = [started(), started(), started()];
  for (const { body } of [one, other, late]) await send(body, 45_000);
  assert.deepEqual(await late.read, { ok: false, failure: { kind: 'busy', retryAfter: 2 } });
  const short = started();
  await send(short.body, 30_000);
  short.body.end();
  assert.equal((await short.read).ok, true, 'a short one is let in all the same');
  one.body.end();
  other.body.destroy();
  assert.equal((await one.read).ok, true);
  assert.deepEqual(await other.read, { ok: false, failure: { kind: 'malformed' } });
  const [again, last] = [started(), started()];
  for (const { body } of [again, last]) {
    await send(body, 45_000);
    body.end();
  }
  const whole = Buffer.concat([Buffer.alloc(45_000, 'a'), Buffer.alloc(45_000, 'b')]);
  assert.deepEqual(await Promise.all([again.read, last.read]), [ok(whole), ok(whole)]);
});

test('of a body that ends within its first 64 KiB nothing is counted, however it was cut', async () => {
  const full = createBodyRules(1_048_576, 0);
  const sent = randomBytes(65_536);
  for (const step of [1, 1460, 16_000, 40_000, 65_535]) {
    const read = await readRawBody(asking(Readable.from(inPieces(sent, step), { objectMode: false })), full);
    assert.ok(read.ok && read.value.equals(sent), `pieces of ${step}`);
  }
  const longer = asking(Readable.from(inPieces(randomBytes(65_537), 40_000), { objectMode: false }));
  assert.deepEqual(await readRawBody(longer, full), { ok: false, failure: { kind: 'busy', retryAfter: 2 } });
});

test('a body that breaks off is none, whether before it is read or under way', async () => {
  const gone = new PassThrough();
  gone.destroy();
  await once(gone, 'close');
  const [silent, broken] = [new PassThrough(), new PassThrough()];
  for (const stream of [silent, broken]) stream.write('half');
  const answers = [gone, silent, broken].map((stream) => readRawBody(asking(stream), rules));
  silent.destroy();
  broken.destroy(new Error('aborted'));
  for (const answer of await Promise.all(answers)) {
    assert.deepEqual(answer, { ok: false, failure: { kind: 'malformed' } });
  }
});

function* inPieces(bytes: Buffer, step: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}
