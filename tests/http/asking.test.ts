import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../support/app.ts';
import { untilSo } from '../support/until-so.ts';

const TRUSTING = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.0/8,::1,::ffff:127.0.0.0/104' };
const { app } = createTestApp({ after }, { env: TRUSTING });

function share(address: string) {
  return supertest(app)
    .post('/api/v2/secret/conceal')
    .set({ Host: 'localhost:3000', 'X-Forwarded-For': address })
    .send({ secret: 'x', passphrase: 'stretched in full' });
}

test('a flood from one address leaves room for others where passphrases are stretched', async () => {
  const flood = Array.from({ length: 30 }, () => share('192.0.2.1').then(({ status }) => status));
  await Promise.any(flood.map(async (status) => assert.equal(await status, 503, 'the room is full')));
  const others = await Promise.all(['192.0.2.2', '198.51.100.7', '2001:db8::1'].map((address) => share(address)));
  assert.deepEqual(
    others.map(({ status }) => status),
    [200, 200, 200],
  );
  const statuses = await Promise.all(flood);
  assert.ok(statuses.includes(200), 'and the flood has its share');
});

/** Comes by no connection: so several come in one turn of the event loop, in this order. */
function shareAtOnce(address: string): ServerResponse {
  const fields = JSON.stringify({ secret: 'x', passphrase: 'stretched in full' });
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' });
  const headers = {
    ...{ host: 'localhost:3000', 'x-forwarded-for': address },
    ...{ 'content-type': 'application/json', 'content-length': String(fields.length) },
  };
  const rawHeaders = Object.entries(headers).flat();
  const request = Object.assign(new IncomingMessage(socket), {
    ...{ method: 'POST', url: '/api/v2/secret/conceal', headers, rawHeaders },
  });
  request.push(fields);
  request.push(null);
  const response = new ServerResponse(request);
  app(request, response);
  return response;
}

test('who comes in the same turn as somebody of a flood is not taken for one of it', async () => {
  const addresses = [...Array.from({ length: 31 }, () => '192.0.2.1'), '192.0.2.9'];
  const answers = addresses.map(shareAtOnce);
  await untilSo('all are answered', async () => answers.every(({ writableEnded }) => writableEnded));
  const statuses = answers.map(({ statusCode }) => statusCode);
  assert.deepEqual([new Set(statuses.slice(0, -2)), statuses.slice(-2)], [new Set([200, 503]), [503, 200]]);
});
