import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestHandler } from 'express';
import supertest from 'supertest';
import { compose } from '#src/compose.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { createTestApp } from '../support/app.ts';
import { openAround, withFailing } from '../support/failing-room.ts';
import { visitorOf } from '../support/visitor.ts';

const fail = (): never => {
  throw new Error('inside');
};

test('what fails once its answer has begun is cut off, so that nobody takes half of it for the whole', async (t) => {
  const { composed, logged } = createTestApp(t);
  const handler: RequestHandler = (_request, response) => {
    response.writeHead(200).write('half');
    fail();
  };
  const app = compose({ ...composed, assets: { ...composed.assets, handler } });
  const asked = supertest(app).get('/static/any.css').set('Host', 'localhost:3000');
  await assert.rejects(asked, { code: 'ECONNRESET' });
  assert.equal(logged.filter((line) => line.includes('inside')).length, 1);
});

test('what fails before the two faces is reported under an incident, and shows nothing of the inside', async (t) => {
  const { composed, logged } = createTestApp(t);
  const readiness = { ...composed.readiness, isReady: async () => fail(), hasStarted: async () => fail() };
  const app = compose({ ...composed, readiness, assets: { ...composed.assets, handler: fail } });
  for (const path of ['/readyz', '/startupz', '/static/any.css']) {
    const answer = await supertest(app).get(path).set('Host', 'localhost:3000');
    assert.equal(answer.status, 500, path);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.doesNotMatch(answer.text, /inside|node_modules|\.ts/);
  }
  assert.equal(logged.filter((line) => line.includes('inside')).length, 3);
});

test('where neither a refused form can be drawn again nor the page that says why, the process lives', async (t) => {
  const away = () => new StoreUnavailable('away');
  const { composed, logged } = openAround(t, withFailing('secrets', ['put'], away));
  let isBroken = false;
  const texts: typeof composed.texts = {
    ...composed.texts,
    translator: (locale) => (key, values) =>
      isBroken && !key.startsWith('errors.') ? fail() : composed.texts.translator(locale)(key, values),
  };
  const visitor = visitorOf({ app: compose({ ...composed, texts }) });
  await visitor.open('/');
  isBroken = true;
  const { status, text } = await visitor.submit('/', { secret: 'typed', ttl: '3600' });
  assert.equal(status, 500);
  assert.doesNotMatch(text, /inside|node_modules|\.ts/);
  assert.equal(logged.filter((line) => line.includes('inside')).length, 1);
});
