import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { startServer } from '../support/server.ts';
import { untilSo } from '../support/until-so.ts';
import { runCli } from './run-cli.ts';

function healthcheck(env: Readonly<Record<string, string>>) {
  return runCli(['healthcheck'], { env });
}

/** Somebody else in the place of the server, to see what is asked and what is made of the answer. */
async function portOf(t: TestContext, listener: RequestListener): Promise<string> {
  return String(await listening(t, createServer(listener)));
}

for (const host of ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']) {
  test(`a server that listens on ${host} is found ready by the same environment`, async (t) => {
    const env = { HOST: host, HUSHLINK_SITE_HOST: 'hush.example.org' };
    const server = await startServer({ env });
    t.after(() => server.stop());
    const end = await healthcheck({ ...env, PORT: String(server.port) });
    assert.deepEqual(end, { code: 0, signal: null, stdout: 'ready\n', stderr: '' });
  });
}

test('a server that is asked to stop is not ready, while it still finishes what it began', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  // A request that does not end: the server waits for it.
  const visitor = connect(server.port, '127.0.0.1');
  visitor.on('error', () => {});
  visitor.write(
    'POST /api/v2/secret/conceal HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  );
  await once(visitor, 'data');
  process.kill(server.pid, 'SIGTERM');
  await untilSo('it stops', async () => server.output().includes('"stopping"'));
  const end = await healthcheck({ PORT: String(server.port) });
  assert.deepEqual([end.code, end.stdout], [1, '']);
  visitor.destroy();
});

test('a server that says it is not ready, or that is not there, is exit code 1 and one line', async (t) => {
  const asked: string[] = [];
  const port = await portOf(t, ({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(503).end('{"status":"not ready"}');
  });
  const unready = await healthcheck({ PORT: port });
  assert.deepEqual([unready.code, unready.stdout], [1, '']);
  assert.equal(unready.stderr, `http://127.0.0.1:${port}/readyz answers 503.\n`);
  assert.deepEqual(asked, ['GET /readyz']);
  const away = await freePort();
  const absent = await healthcheck({ PORT: String(away) });
  assert.deepEqual([absent.code, absent.stdout], [1, '']);
  assert.equal(absent.stderr, `http://127.0.0.1:${away}/readyz does not answer (ECONNREFUSED).\n`);
});

test('what leads elsewhere, or says nothing, is not ready', async (t) => {
  for (const status of [204, 302]) {
    const port = await portOf(t, (_request, response) => response.writeHead(status, { Location: '/' }).end());
    const { code, stderr } = await healthcheck({ PORT: port });
    assert.deepEqual([code, stderr], [1, `http://127.0.0.1:${port}/readyz answers ${status}.\n`]);
  }
});

test('a server that takes the question and never answers is given up', async (t) => {
  const end = await healthcheck({ PORT: await portOf(t, () => {}) });
  assert.equal(end.code, 1);
  assert.match(end.stderr, /^http:\/\/127\.0\.0\.1:\d+\/readyz does not answer \(ETIMEDOUT\)\.\n$/);
});

test('no proxy of the environment is asked', async (t) => {
  let isAsked = false;
  const proxy = await portOf(t, (_request, response) => {
    isAsked = true;
    response.end();
  });
  const env = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: `http://127.0.0.1:${proxy}`,
    http_proxy: `http://127.0.0.1:${proxy}`,
  };
  const end = await healthcheck({ ...env, PORT: String(await freePort()), NO_PROXY: '', no_proxy: '' });
  assert.deepEqual([end.code, isAsked], [1, false]);
});

test('a configuration that cannot work is exit code 1, and nothing secret is printed', async () => {
  const wrong = await healthcheck({ HUSHLINK_STORE: 'redis://app:hunter2@db/x/y', HUSHLINK_SITE_SECRET: 'hunter2' });
  assert.equal(wrong.code, 1);
  assert.doesNotMatch(wrong.stdout + wrong.stderr, /hunter2/);
  const anyPort = await healthcheck({ PORT: '0' });
  assert.deepEqual([anyPort.code, anyPort.stdout], [1, '']);
  assert.match(anyPort.stderr, /hint: set listen\.port/);
});
