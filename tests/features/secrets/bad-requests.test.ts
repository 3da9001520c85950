import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { apiOf } from '../../support/api.ts';
import { createTestApp } from '../../support/app.ts';

const shared = createTestApp({ after });
const api = apiOf(shared);

test('keys of the wrong form are unknown, whatever they hold', async () => {
  const wrong = [
    'x',
    'A'.repeat(31),
    '..%2f..%2fetc',
    '%00',
    `${'a'.repeat(31)}%0a`,
    '__proto__',
    'a'.repeat(5000),
    '%F0%9F%94%91',
  ];
  for (const key of wrong) {
    for (const path of [`/secret/${key}`, `/private/${key}`]) {
      const response = await api.get(path);
      assert.equal(response.status, 404, path);
      assert.equal(response.body.success, false);
    }
  }
  const undecodable = await api.get('/secret/%ff');
  assert.equal(undecodable.status, 400);
});

test('a method that a route does not take is 405 and says which it takes; an unknown route is 404', async () => {
  const at = (method: 'put' | 'patch' | 'delete' | 'get', path: string) =>
    supertest(shared.app)[method](`/api/v2${path}`).set('Host', 'localhost');
  const conceal = await at('get', '/secret/conceal');
  assert.deepEqual(
    [conceal.status, conceal.headers.allow, conceal.body.error_type],
    [405, 'POST, OPTIONS', 'MethodNotAllowed'],
  );
  for (const method of ['put', 'patch', 'delete'] as const) assert.equal((await at(method, '/status')).status, 405);
  const { body } = await at('get', '/no/such/route').expect(404);
  assert.equal(body.message, 'Not Found');
});

test('credentials are never taken for anonymous: there are no accounts yet, so they are wrong', async () => {
  for (const header of ['Basic Zm86YmFy', 'Basic Og==', 'Basic', 'Bearer x']) {
    const response = await api.conceal({ secret: 'x' }).set('Authorization', header);
    assert.equal(response.status, 401, header);
  }
});
