import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer as createPlain, type RequestListener } from 'node:http';
import { createServer as createOverTls } from 'node:https';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { judgeClocks } from '#src/cli/doctor/clock.ts';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { startServer } from '../support/server.ts';
import { examine } from './doctor-run.ts';

/** Something that answers as `answer` says, in place of the proxy. */
function proxyFor(t: TestContext, answer: RequestListener, isTls = false): Promise<number> {
  return listening(t, isTls ? createOverTls(makeCertificate(), answer) : createPlain(answer));
}

/** By a clock that is so much ahead. */
const alive = (aheadMs: number): RequestListener => {
  return (_request, response) => {
    response.setHeader('Date', new Date(Date.now() + aheadMs).toUTCString());
    response.end('{"status":"alive"}');
  };
};

test('a running server is found, and so is that none runs', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const env = { PORT: String(server.port), HUSHLINK_DATA: `${server.folder}/data` };
  assert.deepEqual((await examine(t, env)).of('server'), [
    `ok A server is ready at http://127.0.0.1:${server.port}/readyz`,
  ]);
  const port = await freePort();
  const { of, code } = await examine(t, { PORT: String(port) });
  assert.deepEqual([code, of('server')], [0, [`ok No server runs at http://127.0.0.1:${port}/readyz`]]);
  assert.deepEqual((await examine(t, { PORT: '0' })).of('server'), [
    'ok listen.port is 0: nobody knows where a server listens',
  ]);
});

test('a server that is not ready, and something else at its port, do not work', async (t) => {
  const port = await proxyFor(t, (_request, response) => void response.writeHead(503).end());
  const { of, code } = await examine(t, { PORT: String(port) });
  assert.deepEqual([code, of('server')], [1, [`fail http://127.0.0.1:${port}/readyz answers 503`]]);
});

test('an answer without end is read no further than says what it is', async (t) => {
  const port = await proxyFor(t, (_request, response) => {
    response.writeHead(404);
    const sending = setInterval(() => response.write('x'.repeat(1000)), 10);
    response.once('close', () => clearInterval(sending));
  });
  const { of } = await examine(t, { PORT: String(port) });
  assert.deepEqual(of('server'), [`fail http://127.0.0.1:${port}/readyz answers 404`]);
});

test('an answer that breaks off is none', async (t) => {
  const port = await proxyFor(t, (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"status":', () => response.destroy());
  });
  const { of, code } = await examine(t, { PORT: String(port) });
  assert.deepEqual([code, of('server')], [1, [`fail http://127.0.0.1:${port}/readyz does not answer (ECONNRESET)`]]);
});

test('the name that people use is asked too, once a server runs', async (t) => {
  const port = await proxyFor(t, alive(0));
  const plain = { PORT: String(port), HUSHLINK_SITE_HOST: `localhost:${port}`, HUSHLINK_SITE_SCHEME: 'http' };
  const good = await examine(t, plain);
  assert.deepEqual(good.of('site'), [`ok http://localhost:${port}/livez leads to a Hushlink`]);
  assert.deepEqual(good.of('clock'), [`ok Agrees with that of localhost:${port}`]);
  const none = await examine(t, { ...plain, PORT: String(await freePort()) });
  assert.deepEqual(none.of('site'), ['ok Not asked through the proxy: no server runs here']);
});

test('a proxy that is away, leads elsewhere or shows a wrong certificate is told', async (t) => {
  const port = String(await proxyFor(t, alive(0)));
  const site = async (siteHost: string, scheme: string) => {
    const env = { PORT: port, HUSHLINK_SITE_HOST: siteHost, HUSHLINK_SITE_SCHEME: scheme };
    const { of, code } = await examine(t, env);
    return [code, ...of('site')];
  };
  const other = await proxyFor(t, (_request, response) => void response.end('It works!'));
  assert.deepEqual(await site(`localhost:${other}`, 'http'), [
    1,
    `fail http://localhost:${other}/livez answers 200, not as a Hushlink does`,
  ]);
  const away = await freePort();
  assert.deepEqual(await site(`127.0.0.1:${away}`, 'http'), [
    0,
    `warn http://127.0.0.1:${away}/livez cannot be reached from here (ECONNREFUSED)`,
  ]);
  const strange = await proxyFor(t, alive(0), true);
  assert.deepEqual(await site(`localhost:${strange}`, 'https'), [
    1,
    `fail The certificate of https://localhost:${strange}/livez is not to be trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  ]);
});

test('a clock that differs from that of the site is told, and far off it does not work', async (t) => {
  const port = await proxyFor(t, alive(3_600_000));
  const host = `localhost:${port}`;
  const env = { PORT: String(port), HUSHLINK_SITE_HOST: host, HUSHLINK_SITE_SCHEME: 'http' };
  const { of, code } = await examine(t, env);
  assert.equal(code, 1);
  assert.match(
    String(of('clock')),
    /^fail Differs from that of localhost:\d+ by 3\d\d\d s: secrets end at the wrong time$/,
  );
  const judged = [2_000, -2_001, -60_000, 60_001, -60_001].map((aheadMs) =>
    judgeClocks([{ place: 'Redis', aheadMs, isCoarse: false }]),
  );
  assert.deepEqual(
    judged.flat().map(({ status }) => status),
    ['ok', 'warn', 'warn', 'fail', 'fail'],
  );
  const coarse = judgeClocks([{ place: 'x', aheadMs: 3_000, isCoarse: true }]);
  assert.deepEqual(
    coarse.map(({ status }) => status),
    ['ok'],
  );
});

test('whoever takes a connection and says nothing holds up no answer', async (t) => {
  const port = await listening(t, createServer());
  const secret = randomBytes(32).toString('base64');
  const { of, code } = await examine(t, {
    ...{ PORT: String(port), HUSHLINK_STORE: `redis://127.0.0.1:${port}`, HUSHLINK_SITE_SECRET: secret },
    ...{ HUSHLINK_MAIL_SMTP: `smtp://127.0.0.1:${port}`, HUSHLINK_MAIL_FROM: 'a@example.org' },
  });
  assert.equal(code, 1);
  assert.deepEqual(of('server'), [`fail http://127.0.0.1:${port}/readyz does not answer (ETIMEDOUT)`]);
  assert.match(String(of('store')), /^fail /);
  assert.match(String(of('mail')), /^fail 127\.0\.0\.1:\d+ does not answer \(ETIMEDOUT\)$/);
});
