import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import type { Cleanup } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const asName = ['--host', 'secrets.example.com', '--timeout', '1'];

/** A server that says this to everybody, and leaves the connection open. */
async function startSaying(t: Cleanup, answer: string): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}));
    socket.on('data', () => socket.write(answer));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const body = 'Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
const strange = [
  { status: 101, answer: upgrade, code: 6, says: /^Could not reach 127\.0\.0\.1:\d+ \(status 101\)/m },
  { status: 600, answer: `HTTP/1.1 600 Odd\r\n${body}`, code: 6, says: /\(status 600\)/ },
  { status: 205, answer: `HTTP/1.1 205 Reset Content\r\n${body}`, code: 8, says: /\S/ },
];

for (const { status, answer, code, says } of strange) {
  test(`selftest by a name says what went wrong where a server answers with ${status}`, async (t) => {
    const url = await startSaying(t, answer);
    const end = await runCli(['selftest', url, ...asName]);
    assert.deepEqual([end.code, end.signal, end.stdout], [code, null, '']);
    assert.match(end.stderr.replace('hushlink: ', ''), says);
    assert.doesNotMatch(end.stderr, /\bat .*\.ts:|unexpected/i);
  });
}

test('prove-once says what went wrong where a server answers with 101, or with 600', async (t) => {
  const few = ['--rounds', '1', '--readers', '2', '--timeout', '1'];
  const switched = await runCli(['prove-once', await startSaying(t, upgrade), ...few]);
  assert.deepEqual([switched.code, switched.signal, switched.stdout], [6, null, '']);
  assert.match(switched.stderr, /\(status 101\)/);
  const odd = await runCli(['prove-once', await startSaying(t, `HTTP/1.1 600 Odd\r\n${body}`), ...few]);
  assert.deepEqual([odd.code, odd.stdout], [8, '']);
  assert.match(odd.stderr, /600/);
});

test('a time-out is told as one, asked for by a name, before an answer and in the middle of it', async (t) => {
  for (const answer of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a"']) {
    const url = await startSaying(t, answer);
    const end = await runCli(['selftest', url, ...asName]);
    assert.deepEqual([end.code, end.stdout], [6, '']);
    assert.match(end.stderr, /No answer from 127\.0\.0\.1:\d+ within 1 second/);
  }
});
