import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createListener } from '#src/process/listener.ts';
import { listening } from '../support/listening.ts';

test('a visitor who asks for much and takes none of it is cut off after a minute, the answer with him', async (t) => {
  const much = Buffer.alloc(32 * 1024 * 1024, 'x');
  const { visitor, ours, server } = await visit(t, (_request, response) => void response.end(much));
  visitor.pause();
  visitor.write(REQUEST);
  await once(server, 'request');
  assert.equal(ours.timeout, 60_000);
  // As the socket does once nothing has moved for so long.
  ours.emit('timeout');
  await once(ours, 'close');
});

test('a connection that is kept is ours to close after two minutes only, when every proxy has closed it', async (t) => {
  const { visitor, ours } = await visit(t, (_request, response) => void response.end());
  visitor.write(REQUEST);
  const [answer] = await once(visitor.setEncoding('latin1'), 'data');
  assert.match(answer, /^HTTP\/1\.1 200 .*\r\nKeep-Alive: timeout=130\r\n/s);
  // Node waits a second longer than it says.
  assert.equal(ours.timeout, 131_000);
  visitor.write(REQUEST);
  assert.match((await once(visitor, 'data'))[0], /^HTTP\/1\.1 200 /);
});

test('who sends very many requests over one connection before taking an answer is cut off, and few are begun', async (t) => {
  let begun = 0;
  const count = () => {
    begun += 1;
  };
  const { visitor, ours } = await visit(t, count);
  visitor.on('error', () => {}).write(REQUEST.repeat(1000));
  await once(ours, 'close');
  assert.equal(begun, 32);
});

test('a connection may bring any number of requests, if their answers are taken', async (t) => {
  const { visitor } = await visit(t, (_request, response) => void setImmediate(() => response.end()));
  let answers = '';
  visitor.setEncoding('latin1').on('data', (more) => {
    answers += more;
  });
  for (let asked = 8; asked <= 200; asked += 8) {
    visitor.write(REQUEST.repeat(8));
    while ((answers.match(/^HTTP\/1\.1 200 /gm) ?? []).length < asked) await turn();
  }
});

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A listener that is asked over one connection: both ends of it. */
async function visit(t: TestContext, app: RequestListener) {
  const server = createListener({ app, bodyLimitBytes: () => 0, isDraining: () => false });
  const visitor = connect(await listening(t, server), '127.0.0.1');
  t.after(() => visitor.destroy());
  const [ours] = (await once(server, 'connection')) as [Socket];
  return { server, visitor, ours };
}
