import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../support/app.ts';
import { listening } from '../support/listening.ts';
import { untilSo } from '../support/until-so.ts';

const { app, config } = createTestApp({ after });
const server = createServer(app);
const address = { port: await listening({ after }, server), host: '127.0.0.1' };

/** Sends the head and as much of a body as is wanted; resolves with the answer once the server has hung up. */
function exchange(head: string, chunk: (answer: string) => string): Promise<{ answer: string; sentBytes: number }> {
  const socket = connect(address);
  let answer = '';
  let sentBytes = 0;
  const pump = () => {
    // Bounded: a server that reads on is given up at sixteen times the limit.
    while (sentBytes < 16 * config.limits.bodyLimitBytes) {
      const text = chunk(answer);
      if (text === '') return;
      sentBytes += text.length;
      if (!socket.write(text)) return;
    }
    socket.end();
  };
  return new Promise((resolve) => {
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.on('connect', () => {
      socket.write(head);
      pump();
    });
    socket.on('drain', pump).on('error', () => {});
    socket.on('close', () => resolve({ answer, sentBytes }));
  });
}

/** Sends all of it before a byte of the answer is read, as many programs do. */
async function sendThenRead(text: string): Promise<string> {
  const socket = connect(address).setEncoding('latin1').pause();
  let answer = '';
  socket.on('data', (more) => {
    answer += more;
  });
  socket.on('error', () => {}).write(text, () => socket.resume());
  const [ours] = (await once(server, 'connection')) as [Socket];
  await Promise.all([socket, ours].map((end) => new Promise((resolve) => end.once('close', resolve))));
  return answer;
}

const head = (lines: string) =>
  `POST /api/v2/secret/conceal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;

test('a body that says it is too large is refused before it is read', async () => {
  const { answer } = await exchange(head('Content-Length: 99999999'), () => '');
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /Connection: close/i);
  assert.match(answer, /"error_type":"TooLarge"/);
});

test('a body that came whole costs nobody the connection when it is refused', async () => {
  const url = `http://${address.host}:${address.port}/api/v2/secret/conceal`;
  const refused = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
  await refused.text();
  assert.deepEqual([refused.status, refused.headers.get('connection')], [400, 'keep-alive']);
});

test('a body of unsaid length is refused as soon as it is too large, and not read to its end', async () => {
  const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const { answer, sentBytes } = await exchange(head('Transfer-Encoding: chunked'), (answer) => (answer ? '' : piece));
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.ok(sentBytes < 16 * config.limits.bodyLimitBytes, `${sentBytes} bytes taken`);
});

for (const megabytes of [4, 20]) {
  const bytes = 'x'.repeat(megabytes * 1_000_000);
  const bodies = {
    'of said length': `${head(`Content-Length: ${bytes.length}`)}${bytes}`,
    'of unsaid length': `${head('Transfer-Encoding: chunked')}${bytes.length.toString(16)}\r\n${bytes}\r\n0\r\n\r\n`,
  };
  for (const [kind, request] of Object.entries(bodies)) {
    test(`who sends ${megabytes} MB ${kind} before reading gets the refusal too, and nothing after it is taken`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      let requests = 0;
      const count = () => {
        requests += 1;
      };
      server.on('request', count);
      const answer = await sendThenRead(`${request}${head('Content-Length: 0')}`);
      server.off('request', count);
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.match(answer, /"error_type":"TooLarge"/);
      assert.equal(requests, 1);
    });
  }
}

test('who goes on sending after the refusal is cut off after two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = connect({ ...address, allowHalfOpen: true });
  t.after(() => socket.destroy());
  const [ours] = (await once(server, 'connection')) as [Socket];
  const sendOn = () => {
    while (socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`));
  };
  socket.on('error', () => {}).on('drain', sendOn);
  socket.write(head('Transfer-Encoding: chunked'));
  sendOn();
  // The answer, and its end.
  await once(socket.resume(), 'end');
  t.mock.timers.tick(1999);
  assert.equal(ours.destroyed, false);
  t.mock.timers.tick(1);
  assert.equal(ours.destroyed, true);
  await once(ours, 'close');
});

test('a form of more parts than there may be fields is refused before they are taken apart', async () => {
  const part = '--mark\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n';
  const send = (parts: number) =>
    supertest(app)
      .post('/api/v2/secret/conceal')
      .set('Host', 'localhost:3000')
      .set('Content-Type', 'multipart/form-data; boundary="mark"')
      .send(`${part.repeat(parts)}--mark--\r\n`);
  // Taken apart it is a form with files, which is refused as such.
  assert.equal((await send(100)).status, 415);
  assert.equal((await send(101)).status, 400);
});

test('JSON may have as many fields as a form, and lists as long, wherever they stand', async () => {
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
  const send = (body: object) =>
    supertest(app)
      .post('/api/v2/secret/conceal')
      .set('Host', 'localhost:3000')
      .send({ secret: 'x', ...body });
  const list = (length: number) => Array.from({ length }, () => 1);
  const statusOf = async (body: object) => (await send(body)).status;
  assert.deepEqual([await statusOf(named(99)), await statusOf(named(100))], [200, 400]);
  assert.deepEqual([await statusOf({ more: named(100) }), await statusOf({ more: named(101) })], [200, 400]);
  assert.deepEqual([await statusOf({ more: list(100) }), await statusOf({ more: list(101) })], [200, 400]);
  const within = (more: object) => statusOf({ secret: { secret: 'x', ...more } });
  assert.deepEqual([await within(named(99)), await within(named(100))], [200, 400]);
  assert.deepEqual([await within({ more: list(100) }), await within({ recipient: list(101) })], [200, 400]);
  const deep = (levels: number) => Array.from({ length: levels }).reduce<object>((inner) => [inner], {});
  assert.deepEqual([await statusOf({ more: deep(9) }), await statusOf({ more: deep(10) })], [200, 400]);
});

test('a form of nothing but signs between fields is refused', async () => {
  const form = 'application/x-www-form-urlencoded';
  const asked = supertest(app).post('/api/v2/secret/conceal').set({ Host: 'localhost:3000', 'Content-Type': form });
  assert.equal((await asked.send('&'.repeat(1000))).status, 400);
});

test('whoever holds back the last byte of many bodies fills no memory, and keeps nobody from a short text', async (t) => {
  const body = 'x'.repeat(1_000_000);
  const heads = [
    head(`Content-Length: ${body.length}`),
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`,
  ];
  const answers: string[] = [];
  const held = Array.from({ length: 150 }, (_, at) => {
    const socket = connect(address).setEncoding('latin1');
    t.after(() => socket.destroy());
    const sent = once(
      socket.on('error', () => {}),
      'drain',
    );
    socket.write(heads[at % 2] + body.slice(1));
    return Promise.race([sent, once(socket, 'data').then(([answer]) => answers.push(answer))]);
  });
  await Promise.all(held);
  await untilSo('some are refused', async () => answers.length > 0);
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 503 .*\r\nRetry-After: 2\r\n/s);
  await supertest(app).post('/api/v2/secret/conceal').send({ secret: 'short' }).expect(200);
});
