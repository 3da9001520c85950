import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import supertest from 'supertest';
import { openFrontDoor } from '../security/front-door.ts';
import { createTestApp } from '../support/app.ts';

function linesOf(logged: readonly string[], event = 'request') {
  return logged.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

test('the line of a request says method, masked path, route, status, time, bytes and id, and no address', async (t) => {
  const { app, logged } = createTestApp(t);
  const { text } = await supertest(app)
    .get(`/secret/${'k'.repeat(31)}?x=y`)
    .set('Host', 'localhost')
    .expect(404);
  const [line] = linesOf(logged);
  const { time, durationMs, requestId, ...rest } = line;
  assert.deepEqual(rest, {
    ...{ level: 'info', event: 'request', method: 'GET', path: '/secret/***', route: '/secret/:key', status: 404 },
    bytes: Buffer.byteLength(text),
  });
  assert.ok(Date.parse(time) > 0 && durationMs >= 0 && requestId.length === 36);
});

test('an answer without a body counts no bytes', async (t) => {
  const { app, logged } = createTestApp(t);
  await supertest(app).head('/').set('Host', 'localhost').expect(200);
  assert.equal(linesOf(logged)[0].bytes, 0);
});

test('a visitor who has gone before the answer is told from one who got it', async (t) => {
  const site = await openFrontDoor(t);
  const socket = connect(site.port, '127.0.0.1');
  const noted = new Promise<void>((resolve) => {
    const { push } = site.logged;
    site.logged.push = (...lines) => {
      resolve();
      return push.apply(site.logged, lines);
    };
  });
  const head = ['POST /api/v2/secret/conceal HTTP/1.1', 'Host: localhost', 'Expect: 100-continue'];
  socket.write([...head, 'Content-Type: application/json', 'Content-Length: 100', '', ''].join('\r\n'));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  await noted;
  const [line] = linesOf(site.logged);
  assert.deepEqual([line.status, line.bytes], [499, null]);
});

test('without log.access there is no line for a request, and failures are written all the same, with its id', async (t) => {
  const site = createTestApp({ after: () => t.after(() => {}) }, { env: { HUSHLINK_LOG_ACCESS: 'false' } });
  await site.store.close();
  const answer = await supertest(site.app)
    .get(`/private/${'k'.repeat(31)}`)
    .set('Host', 'localhost')
    .expect(503);
  assert.deepEqual(linesOf(site.logged), []);
  const [failure] = linesOf(site.logged, 'failure');
  assert.equal(failure.requestId, answer.headers['x-request-id']);
});

test('while the store is away the log says why once, and not again with each request', async (t) => {
  const site = createTestApp({ after: () => t.after(() => {}) });
  await site.store.close();
  for (let times = 0; times < 20; times += 1) {
    await supertest(site.app)
      .get(`/private/${'k'.repeat(31)}`)
      .set('Host', 'localhost')
      .expect(503);
  }
  const [failure, ...others] = linesOf(site.logged, 'failure');
  assert.match(failure.cause.message, /has been finalized/);
  assert.deepEqual([failure.unwritten, others], [0, []]);
});
