import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiOf } from '../../support/api.ts';
import { createTestApp, readVersion } from '../../support/app.ts';

const api = apiOf(createTestApp({ after }));

test('status, version and languages are told as programs expect them', async () => {
  await api.get('/status').expect(200, { status: 'nominal', locale: 'en' });
  await api.get('/version').expect(200, { version: readVersion().split('.'), locale: 'en' });
  const { body } = await api.get('/supported-locales').expect(200);
  assert.deepEqual([body.locales[0], body.default_locale, body.locale], ['en', 'en', 'en']);
});

test('every JSON answer is UTF-8 JSON and not kept by anybody', async () => {
  for (const path of ['/status', '/secret/nonsense', '/no/such/route']) {
    const { headers } = await api.get(path);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
  }
});
