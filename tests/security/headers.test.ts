import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Answer } from '../durability/client.ts';
import { failingStore } from './failing-store.ts';
import { openFrontDoor } from './front-door.ts';
import { expectProtected, expectProtections } from './protections.ts';
import { provokeAll, provokeFailures, saysOnlyIncident } from './provoked.ts';

const statuses = [200, 204, 303, 400, 401, 404, 405, 409, 413, 415, 421, 422, 429];

test('every route carries every protection with every status, over http without HSTS', async (t) => {
  const provoked = await provokeAll(await openFrontDoor(t));
  assert.deepEqual([...new Set(provoked.map(({ status }) => status))].sort(), statuses);
  expectProtected(provoked);
  for (const { label, headers } of provoked) assert.equal(headers['strict-transport-security'], undefined, label);
});

test('over https every answer says that https is to stay, and cookies go nowhere else', async (t) => {
  const site = await openFrontDoor(
    t,
    { env: { HUSHLINK_SITE_HOST: 'hush.example', HUSHLINK_DOMAINS_ENABLED: 'true' } },
    'hush.example',
  );
  const provoked = await provokeAll(site);
  assert.deepEqual([...new Set(provoked.map(({ status }) => status))].sort(), statuses);
  expectProtected(provoked);
  for (const { label, headers } of provoked) {
    const [, maxAgeSeconds] = /^max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? [];
    assert.ok(Number(maxAgeSeconds) >= 31_536_000, label);
    for (const cookie of headers['set-cookie'] ?? []) {
      // Scripts read the language; what it says is nobody's secret.
      assert.match(
        cookie,
        cookie.startsWith('locale=') ? /; Secure; SameSite=Lax/ : /; HttpOnly; Secure; SameSite=Lax/,
        label,
      );
    }
  }
  const names = provoked.flatMap(({ headers }) => headers['set-cookie'] ?? []).map((cookie) => cookie.split('=')[0]);
  assert.deepEqual([...new Set(names)].sort(), ['locale', 'sess', 'visit']);
});

test('500 carries every protection too, and says nothing but an incident id that stands in the log', async (t) => {
  const site = await openFrontDoor(t, { store: failingStore(() => new Error('the wrong disk at /var/lib/secret')) });
  const provoked = await provokeFailures(site);
  expectProtected(provoked);
  const failed = provoked.filter(({ status }) => status === 500);
  assert.equal(failed.length, provoked.length - 1, provoked.map(({ label }) => label).join(', '));
  for (const { body, headers, label } of failed) {
    const [incident = 'none'] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(body.toString()) ?? [];
    assert.ok(
      site.logged.some((line) => line.includes(incident) && line.includes('"event":"failure"')),
      label,
    );
    assert.ok(!/wrong disk|\/var\/lib|node_modules|\.ts:\d/.test(body.toString()), label);
    if (String(headers['content-type']).startsWith('application/json'))
      assert.ok(saysOnlyIncident(asAnswer(body)), label);
  }
});

test('503 carries every protection too, and says when to come back', async (t) => {
  const site = await openFrontDoor(t, { store: failingStore(() => new StoreUnavailable('away')) });
  const provoked = await provokeFailures(site);
  expectProtected(provoked);
  assert.deepEqual([...new Set(provoked.map(({ status }) => status))], [503]);
  for (const { label, headers } of provoked.slice(0, -1)) assert.match(String(headers['retry-after']), /^\d+$/, label);
});

test('static files are protected, and those named after their content may be kept for ever', async (t) => {
  const { client } = await openFrontDoor(t);
  const root = resolve(import.meta.dirname, '../../static');
  const hashed = globSync('build/*-????????.{js,css}', { cwd: root });
  assert.ok(hashed.length > 1);
  for (const file of [...hashed, 'favicon.svg']) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await client.ask(`/static/${file}`, { method });
      assert.equal(status, 200, file);
      expectProtections(headers, file);
      assert.equal(/\bimmutable\b/.test(String(headers['cache-control'])), hashed.includes(file), file);
    }
  }
  const missing = [
    '/static/build/nothing-ABCDEFGH.js',
    '/static/',
    '/static/../package.json',
    '/static/%2e%2e/package.json',
  ];
  for (const path of [...missing, '/static/css/%zz', '/static/build/..%2f..%2fpackage.json']) {
    const answer = await client.ask(path);
    assert.ok([400, 404].includes(answer.status), path);
    expectProtected([{ ...answer, label: path }]);
  }
});

function asAnswer(body: Buffer): Answer {
  return { status: 500, headers: {}, body };
}
