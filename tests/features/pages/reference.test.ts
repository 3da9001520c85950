import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { groupOfCall } from '#src/features/limits/request-groups.ts';
import { keptAnswer } from '#src/http/kept-answer.ts';
import { latin1Of } from '#views/kept/latin1.ts';
import { expectProtections } from '../../security/protections.ts';
import { createTestApp } from '../../support/app.ts';
import { testDocument } from '../../support/watched-answers.ts';

const PATH = '/docs/api';
const HOST = 'localhost:3000';
const site = createTestApp({ after });
const get = (app = site.app, path = PATH) => supertest(app).get(path).set('Host', HOST);
const { text, headers } = await get();

test('anybody reads the reference, and may keep it', async () => {
  assert.match(text, /<h1>API reference<\/h1>/);
  assert.deepEqual([headers['cache-control'], headers['set-cookie']], ['no-cache', undefined]);
  expectProtections(headers, PATH);
  const kept = await get().set('If-None-Match', String(headers.etag)).expect(304);
  assert.equal(kept.text, '');
  await supertest(site.app).post(PATH).set('Host', HOST).expect(405);
});

for (const path of [PATH, '/api/openapi.json']) {
  test(`${path} is long, the same for everybody, and goes out compressed to whoever can read that`, async () => {
    const [packed, plain] = await Promise.all(
      ['gzip, br', 'identity'].map((codings) => get(site.app, path).set('Accept-Encoding', codings)),
    );
    const encoding = [packed, plain].map((answer) => answer?.headers['content-encoding']);
    assert.deepEqual(encoding, ['gzip', undefined]);
    assert.ok(Number(packed?.headers['content-length']) < 45_000, String(packed?.headers['content-length']));
    assert.equal(packed?.text, plain?.text);
    assert.match(String(packed?.headers.vary), /Accept-Encoding/);
    assert.notEqual(packed?.headers.etag, plain?.headers.etag);
    for (const known of [packed?.headers.etag, plain?.headers.etag]) {
      await get(site.app, path).set('If-None-Match', String(known)).expect(304);
    }
  });
}

test('a page that is short, or has a customer on it, goes out as it is', async () => {
  const answer = await get(site.app, '/info/terms').set('Accept-Encoding', 'gzip').expect(200);
  assert.equal(answer.headers['content-encoding'], undefined);
  const own = keptAnswer(latin1Of('x'.repeat(100_000)), { isOfNobody: false });
  assert.equal(own.gzip, null);
});

test('the reference has every operation, by method and path, with examples in every language', () => {
  for (const [path, item] of Object.entries(testDocument().paths)) {
    assert.ok(text.includes(`<code>${path}</code>`), path);
    for (const operation of Object.values(item)) {
      if (operation['x-alias-of'] !== undefined) continue;
      assert.ok(text.includes(`id="${operation.operationId}"`), path);
      const [, rest = ''] = text.split(`<article class="stack operation" aria-labelledby="${operation.operationId}">`);
      const [own = ''] = rest.split('</article>');
      const isUpload = operation.operationId === 'setLogo';
      for (const label of ['curl', 'JavaScript', ...(isUpload ? [] : ['Python'])]) {
        assert.ok(own.includes(`aria-label="${label}: `), `${operation.operationId} ${label}`);
      }
      if (operation['x-command-line'] !== undefined) assert.ok(own.includes('aria-label="Command line: '), path);
    }
  }
});

test('whatever the reference refers to is on it', () => {
  const ids = new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  const links = Array.from(text.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
  assert.ok(links.length > 100);
  assert.deepEqual(
    links.filter((id) => !ids.has(id)),
    [],
  );
});

test('no id stands twice on the reference', () => {
  const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test('examples call the site on which they are read, and need no script', () => {
  assert.ok(text.includes('curl http://localhost:3000/api/v2/secret/conceal'));
  assert.doesNotMatch(text, /\{\{\w+\}\}/);
  assert.doesNotMatch(text, /<script type="module"/);
});

test('the reference says how often this very site may be called, and by what calls are counted', async (t) => {
  const env = {
    HUSHLINK_LIMITS_WINDOW: '30',
    HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '4321',
    HUSHLINK_LIMITS_PER_ACCOUNT_CREATE: '0',
  };
  const page = await get(createTestApp(t, { env: { ...env, HUSHLINK_LIMITS_ENABLED: 'true' } }).app);
  assert.match(page.text, /windows of 30 seconds/);
  assert.match(page.text, /<code>create<\/code><\/th><td>.*?<\/td><td[^>]*>4321<\/td><td[^>]*>any number<\/td>/);
  const off = await get(createTestApp(t, { env: { ...env, HUSHLINK_LIMITS_ENABLED: 'false' } }).app);
  assert.match(off.text, /This site does not count calls/);
  assert.doesNotMatch(off.text, /4321/);
});

test('each path of the API is counted as the reference says', async (t) => {
  const page = await get(createTestApp(t, { env: { HUSHLINK_LIMITS_ENABLED: 'true' } }).app);
  const rows = Array.from(
    page.text.matchAll(/<code>(\w+)<\/code><\/th><td>(.*?)<\/td><td data-label="For an address">/g),
  );
  const said = new Map(rows.map(([, group = '', calls = '']) => [group, calls]));
  const groups = Object.keys(testDocument().paths).flatMap((path) => {
    const [, below] = /^\/api\/v[12](\/.*)$/.exec(path) ?? [];
    return below === undefined ? [] : [{ below, group: groupOfCall('POST', below) ?? '' }];
  });
  assert.ok(groups.length > 40);
  for (const { below, group } of groups) {
    const [, room = '', next = ''] = below.split('/');
    const name = group === 'create' && room === 'secret' ? `secret/${next}` : room;
    assert.equal(said.get(group)?.includes(`<code>${name}</code>`) || group === 'other', true, below);
  }
});

test('a site that answers no programs says so at the top, and goes on to explain the API', async (t) => {
  const off = createTestApp(t, { env: { HUSHLINK_API_ENABLED: 'false' } });
  const page = await get(off.app).expect(200);
  assert.match(page.text, /This site answers no programs/);
  assert.doesNotMatch(text, /This site answers no programs/);
  await get(off.app, '/api/openapi.json').expect(200);
  const { body } = await get(off.app, '/api/v2/status').expect(422);
  assert.equal(body.error_type, 'PlanLimit');
});

test('the reference is English on a page of another language', async (t) => {
  const german = createTestApp(t, { packs: { de: { shell: { footer: { translations: 'Sprachen' } } } } });
  const page = await get(german.app).set('Accept-Language', 'de');
  assert.match(page.text, /<html lang="de"/);
  assert.ok(page.text.includes('>Sprachen<'));
  assert.match(page.text, /<div lang="en" dir="ltr"><header class="title"><h1>API reference/);
});
