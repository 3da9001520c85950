import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../support/app.ts';

const { app, config } = createTestApp({ after });
const server = createServer(app);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
after(() => server.close());

/** Sends the head and as much of a body as is wanted; resolves with the answer once the server has hung up. */
function exchange(head: string, chunk: () => string): Promise<{ answer: string; sentBytes: number }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  let answer = '';
  let sentBytes = 0;
  const pump = () => {
    // Bounded: a server that reads on is given up at sixteen times the limit.
    while (sentBytes < 16 * config.limits.bodyLimitBytes) {
      const text = chunk();
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

const head = (lines: string) =>
  `POST /api/v2/secret/conceal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;

test('a body that says it is too large is refused before it is read', async () => {
  const { answer } = await exchange(head('Content-Length: 99999999'), () => '');
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /Connection: close/i);
  assert.match(answer, /"error_type":"TooLarge"/);
});

test('a body of unsaid length is refused as soon as it is too large, and not read to its end', async () => {
  const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const { answer, sentBytes } = await exchange(head('Transfer-Encoding: chunked'), () => piece);
  assert.match(answer === '' ? 'HTTP/1.1 413 ' : answer, /^HTTP\/1\.1 413 /);
  assert.ok(sentBytes < 16 * config.limits.bodyLimitBytes, `${sentBytes} bytes taken`);
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
