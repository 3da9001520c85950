import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createListener, drain, openDoors } from '#src/process/listener.ts';
import { listening } from '../support/listening.ts';

const serverOf = (app: RequestListener, limitBytes = 0) =>
  createListener({ app, bodyLimitBytes: () => limitBytes, isDraining: () => false });

async function visit(t: TestContext, server: Server) {
  const visitor = connect(await listening(t, server), '127.0.0.1').setEncoding('latin1');
  t.after(() => visitor.destroy());
  return visitor;
}

test('who asks before sending a body is told to go on where it may come, and to what is too large gets the answer alone', async (t) => {
  const firstWords = [];
  for (const length of [10, 11]) {
    const server = serverOf((_request, response) => void response.writeHead(413).end(), 10);
    const visitor = await visit(t, server);
    const head = ['POST / HTTP/1.1', 'Host: localhost', 'Expect: 100-continue', `Content-Length: ${length}`];
    visitor.write(`${head.join('\r\n')}\r\n\r\n`);
    let said = '';
    while (!said.includes(' 413 ')) said += (await once(visitor, 'data'))[0];
    firstWords.push(said.slice(0, 12));
  }
  assert.deepEqual(firstWords, ['HTTP/1.1 100', 'HTTP/1.1 413']);
});

test('of doors one of which cannot be opened none stays open', async (t) => {
  const [taken, first, second] = [serverOf(() => {}), serverOf(() => {}), serverOf(() => {})];
  await visit(t, taken);
  const { port } = taken.address() as AddressInfo;
  const host = '127.0.0.1';
  const doors = [
    { key: 'listen.port', server: first, host, port: 0 },
    { key: 'listen.internal_port', server: second, host, port },
  ];
  await assert.rejects(openDoors(doors), { code: 'EADDRINUSE' });
  assert.deepEqual([first.listening, second.listening], [false, false]);
});

/** Less than the limit of an idle connection, which would close it as well. */
const UNDER_IDLE = { timeout: 60_000 };

test(
  'who drains closes a connection whose answer had begun before as soon as it ends, and leaves no timer behind',
  UNDER_IDLE,
  async (t) => {
    const answers: (() => void)[] = [];
    const server = serverOf((_request, response) => {
      response.writeHead(200, { 'Content-Length': 2 }).write('a');
      answers.push(() => response.end('b'));
    });
    const visitor = await visit(t, server);
    visitor.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    let said = '';
    while (!said.endsWith('\r\n\r\na')) said += (await once(visitor, 'data'))[0];
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const drained = drain(server, 600_000);
    answers.shift()?.();
    const [rest] = await once(visitor, 'data');
    await Promise.all([drained, once(visitor, 'close')]);
    assert.deepEqual([rest, timers() <= before], ['b', true]);
  },
);
