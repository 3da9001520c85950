import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Connection, openConnection } from '../../bench/load/connection.ts';
import { runOpenLoop } from '../../bench/load/open-loop.ts';
import { get } from '../../bench/load/request.ts';
import { asking, keyIn, revealing } from '../../bench/load/tasks.ts';

const answer = (body: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** A server that does this with each request, whatever it is; gives its port. */
async function startAnswering(t: TestContext, reply: (socket: Socket, request: string) => unknown): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay());
    socket.on('error', () => {});
    socket.on('data', (text) => void reply(socket, text.toString()));
  }).listen(0, '127.0.0.1');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function connected(t: TestContext, reply: (socket: Socket, request: string) => unknown): Promise<Connection> {
  const connection = await openConnection(await startAnswering(t, reply));
  t.after(connection.close);
  return connection;
}

test('an answer is its body, once for each request', async (t) => {
  const bodies = ['first', 'second'];
  const connection = await connected(t, (socket) => socket.write(answer(bodies.shift() ?? '')));
  assert.equal(String(await connection.ask(get('/'), 200)), 'first');
  assert.equal(String(await connection.ask(get('/'), 200)), 'second');
});

test('an answer that comes in many pieces is one answer', async (t) => {
  // More than is read at a time.
  const body = Array.from({ length: 60_000 }, (_, at) => at).join(' ');
  const connection = await connected(t, (socket) => socket.write(answer(body)));
  assert.equal(String(await connection.ask(get('/'), 200)), body);
});

test('any other status than the expected one is an error that says which', async (t) => {
  const connection = await connected(t, (socket) => socket.write(answer('no', '429 Too Many Requests')));
  await assert.rejects(connection.ask(get('/'), 200), /answered 429: no/);
});

test('a server that hangs up is an error, for what waits and for whatever comes later', async (t) => {
  const connection = await connected(t, (socket) => socket.destroy());
  await assert.rejects(connection.ask(get('/'), 200), /hung up|ECONNRESET/);
  await assert.rejects(connection.ask(get('/'), 200), /hung up|ECONNRESET/);
});

test('a task asks its requests in turn', async (t) => {
  const seen: string[] = [];
  const connection = await connected(t, (socket, request) => {
    seen.push(request.split(' ')[1] ?? '');
    socket.write(answer(''));
  });
  const task = asking([get('/a'), get('/b')]);
  for (let times = 0; times < 4; times += 1) await task.perform(connection);
  assert.deepEqual(seen.toSorted(), ['/a', '/a', '/b', '/b']);
});

test('each prepared secret is revealed once, and then nothing is left', async (t) => {
  const seen: string[] = [];
  const connection = await connected(t, (socket, request) => {
    seen.push(request.split(' ')[1] ?? '');
    socket.write(answer(''));
  });
  const task = revealing(['a', 'b']);
  assert.deepEqual([await task.perform(connection), await task.perform(connection)], [true, true]);
  assert.equal(await task.perform(connection), false);
  assert.deepEqual(seen.toSorted(), ['/api/v2/secret/a', '/api/v2/secret/b']);
});

test('the key in the answer to a create is the secret, not the metadata', () => {
  const [metadata, secret] = ['m'.repeat(31), 's'.repeat(31)];
  const body = JSON.stringify({ record: { metadata: { key: metadata }, secret: { key: secret } } });
  assert.equal(keyIn(Buffer.from(body)), secret);
});

test('an open loop asks for everything that is due, and goes on when a connection breaks', async (t) => {
  let asked = 0;
  const port = await startAnswering(t, (socket) => {
    asked += 1;
    if (asked === 3) socket.destroy();
    else socket.write(answer(''));
  });
  const counts = { done: 0, errors: 0 };
  await runOpenLoop({
    ...{ port, connections: 2, perSecond: 1000, durationMs: 20 },
    perform: (connection) => connection.ask(get('/'), 200),
    onDone: () => {
      counts.done += 1;
    },
    onError: () => {
      counts.errors += 1;
    },
  });
  assert.deepEqual(counts, { done: 19, errors: 1 });
});
