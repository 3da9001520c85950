import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Express } from 'express';
import supertest from 'supertest';
import { createTestApp } from '../support/app.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const given = 'A81BC81B-DEAD-4E5D-ABFF-90865D1E13B1';
const hex: string = '0af7651916cd43dd8448eb211c80319c';
const trusting = { HUSHLINK_LISTEN_TRUSTED_PROXIES: '127.0.0.0/8,::1,::ffff:127.0.0.0/104' };

async function idFor(app: Express, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await supertest(app).get('/livez').set(headers);
  return String(answer.headers['x-request-id']);
}

test('each request gets an id of the server’s own, which the answer and the log name', async (t) => {
  const site = createTestApp(t);
  const [id, other] = [await idFor(site.app, {}), await idFor(site.app, {})];
  assert.match(id, uuid);
  assert.notEqual(id, other);
  const lines = site.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
  assert.deepEqual(
    lines.map(({ requestId }) => requestId),
    [id, other],
  );
});

test('the id that a trusted proxy has given is kept, if it has the form of one', async (t) => {
  const { app, logged } = createTestApp(t, { env: trusting });
  assert.equal(await idFor(app, { 'X-Request-Id': given }), given.toLowerCase());
  assert.equal(await idFor(app, { 'X-Request-Id': hex }), hex);
  const traceparent = `00-${hex}-b7ad6b7169203331-01`;
  assert.equal(await idFor(app, { traceparent }), hex);
  assert.equal(await idFor(app, { traceparent, 'X-Request-Id': given }), given.toLowerCase());
  assert.ok(logged.at(-2)?.includes(`"requestId":"${hex}"`), String(logged.at(-2)));
  const none = `00-${'0'.repeat(32)}-b7ad6b7169203331-01`;
  for (const id of ['x', '', hex.slice(1), `${hex}0`, 'a'.repeat(5000), `${given} `.repeat(2), 'g'.repeat(32)]) {
    assert.match(await idFor(app, { 'X-Request-Id': id }), uuid, id.slice(0, 50));
  }
  for (const text of [none, `01-${hex}-b7ad6b7169203331-01`, hex, `00-${hex}-b7ad6b7169203331-01-x`]) {
    assert.match(await idFor(app, { traceparent: text }), uuid, text);
  }
});

test('a visitor cannot choose the id', async (t) => {
  const { app } = createTestApp(t);
  const own = await idFor(app, { 'X-Request-Id': given, traceparent: `00-${hex}-b7ad6b7169203331-01` });
  assert.match(own, uuid);
  assert.notEqual(own, given.toLowerCase());
});
