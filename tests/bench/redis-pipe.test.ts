import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { encodeCommand, openRedisPipe } from '../../bench/references/redis-pipe.ts';

/** A pipe to something that answers everything with this. */
async function pipeTo(t: TestContext, reply: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.write(reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pipe = await openRedisPipe((server.address() as AddressInfo).port);
  t.after(() => {
    pipe.close();
    server.close();
  });
  return pipe;
}

test('a command is an array of bulk strings, with the length of each in bytes', () => {
  assert.equal(String(encodeCommand(['SET', 'ä', Buffer.from('x')])), '*3\r\n$3\r\nSET\r\n$2\r\nä\r\n$1\r\nx\r\n');
});

test('a group is over when every reply has come', async (t) => {
  const pipe = await pipeTo(t, '+OK\r\n:1\r\n');
  await pipe.ask(encodeCommand(['PING']), 2);
});

for (const reply of ['-OOM command not allowed\r\n', '$-1\r\n', ':0\r\n']) {
  test(`a write that was not made is an error: ${JSON.stringify(reply)}`, async (t) => {
    const pipe = await pipeTo(t, reply);
    await assert.rejects(pipe.ask(encodeCommand(['PING']), 1), /Redis: /);
  });
}
