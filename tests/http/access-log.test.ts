import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import express, { type Express } from 'express';
import supertest from 'supertest';
import { createAccessLog } from '#src/http/access-log.ts';
import { createListener } from '#src/process/listener.ts';
import { openFrontDoor } from '../security/front-door.ts';
import { createTestApp } from '../support/app.ts';
import { listening } from '../support/listening.ts';

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

/** A server with these routes behind the log alone; the lines that it has written. */
async function serveLogged(t: TestContext, routes: (app: Express) => void) {
  const lines: object[] = [];
  const app = express();
  app.use(
    createAccessLog({
      log: { request: ({ path, status, bytes }) => void lines.push({ path, status, bytes }) },
      metrics: { countRequest: () => {} },
      requestIdOf: () => 'r1',
      monotonicMs: () => 0,
    }),
  );
  routes(app);
  const server = createListener({ app, bodyLimitBytes: () => 0, isDraining: () => false });
  return { lines, server, port: await listening(t, server) };
}

test('who leaves while an answer is made had gone before it, and who leaves in its midst or after it has not', async (t) => {
  const { lines, server, port } = await serveLogged(t, (app) => {
    app.get('/slow', async ({ socket }, response) => {
      await once(socket, 'end');
      response.send('late');
    });
    app.get('/half', async ({ socket }, response) => {
      const left = once(socket, 'end');
      response.setHeader('Content-Length', 10).write('half');
      await left;
      response.destroy();
    });
    app.get('/fast', (_request, response) => void response.send('soon'));
  });
  for (const path of ['/slow', '/half', '/fast']) {
    const socket = connect(port, '127.0.0.1');
    const [ours] = await once(server, 'connection');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    if (path !== '/slow') await once(socket, 'data');
    socket.end();
    socket.resume();
    await once(ours, 'close');
  }
  assert.deepEqual(lines, [
    { path: '/slow', status: 499, bytes: null },
    { path: '/half', status: 200, bytes: null },
    { path: '/fast', status: 200, bytes: 4 },
  ]);
});

test('however many requests a connection brings, one of them listens to it', async (t) => {
  const counts: number[] = [];
  const { port } = await serveLogged(t, (app) => {
    app.get('/', ({ socket }, response) => {
      counts.push(socket.listenerCount('end'));
      response.send('x');
    });
  });
  const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
  const socket = connect(port, '127.0.0.1');
  for (let times = 0; times < 3; times += 1) {
    socket.write(`${ask}\r\n`);
    await once(socket, 'data');
  }
  socket.end(`${`${ask}\r\n`.repeat(3)}${ask}Connection: close\r\n\r\n`).resume();
  await once(socket, 'close');
  assert.equal(counts.length, 7);
  assert.equal(new Set(counts).size, 1, counts.join(' '));
});

test('without log.access there is no line for a request, and failures are written all the same, with its id', async (t) => {
  const site = createTestApp(t, { env: { HUSHLINK_LOG_ACCESS: 'false' } });
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
  const site = createTestApp(t);
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
