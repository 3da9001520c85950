import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { MOUNTS } from '#src/http/routes.ts';
import { createRequestCounts } from '#src/metrics/request-counts.ts';
import { openFrontDoor } from '../security/front-door.ts';
import { createTestApp } from '../support/app.ts';
import { tableOf } from '../support/express-table.ts';
import { readMetrics } from './stage.ts';

const env = {
  HUSHLINK_SITE_HOST: 'hush.example',
  HUSHLINK_DOMAINS_ENABLED: 'true',
  HUSHLINK_PLANS_ENABLED: 'true',
};
const keys = { first: '0123456789abcdefghijklmnopqrstu', second: 'zyxwvutsrqponmlkjihgfedcba98765' };
const hostile = [
  ...[
    '/',
    '//',
    '/..',
    '/%2e%2e/etc/passwd',
    '/%',
    '/%00',
    '/\\',
    '/API/V2/x',
    '/Api/v2/secret/KEY',
    '/api/V2/secret/conceal',
    '/Secret/KEY',
    '/secret/KEY/burn/more',
  ],
  ...['/api/v2/KEY', '/api/v2/secret/KEY/x/y', '/static/KEY', '/static/../KEY', '/KEY', '/KEY/KEY', '/secret/KEY"}\n1'],
  ...['/?route=KEY', '/secret/KEY?a={le="1"}', '/private/KEY', '/Private/KEY', '/billing/webhook/KEY', '/api/v2'],
];

function labelsOf(lines: readonly string[], label: string): readonly string[] {
  const values = lines.flatMap((line) => [...line.matchAll(new RegExp(`${label}="((?:\\\\.|[^"\\\\])*)"`, 'g'))]);
  return [...new Set(values.map(([, value = '']) => value))].sort();
}

const nameOf = (line: string) => line.slice(0, line.lastIndexOf(' '));

test('whatever visitors ask for, requests are counted under our own patterns, and no input makes a new series', async (t) => {
  const site = await openFrontDoor(t, { env }, 'hush.example');
  const patterns = [...new Set(tableOf(site.app).routes.map(({ pattern }) => pattern))];
  assert.ok(patterns.includes('/api/v2/secret/:key') && patterns.includes('/signup/:planCode'), patterns.join(' '));
  const askAll = async (key: string) => {
    const paths = [...patterns.map((pattern) => pattern.replace(/:\w+|\{.*\}|\*\w+/g, key)), ...hostile];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PURGE', 'PROPFIND']) {
        const url = path.replaceAll('KEY', key).replaceAll('\n', '%0a').replaceAll('"', '%22');
        await site.client.ask(url, { method, headers: { 'User-Agent': key } }).catch(() => null);
      }
    }
    return readMetrics(site.internal);
  };
  await askAll(keys.first);
  const first = await readMetrics(site.internal);
  const second = await askAll(keys.second);
  assert.deepEqual(second.map(nameOf), first.map(nameOf));
  assert.deepEqual(labelsOf(second, 'method'), ['GET', 'OPTIONS', 'POST', 'other']);
  const known = new Set([...patterns, '/static', 'none', '/metrics']);
  assert.deepEqual(
    labelsOf(second, 'route').filter((route) => !known.has(route)),
    [],
  );
  for (const word of [...Object.values(keys), 'hush.example', 'passwd', '127.0.0.1', site.folder]) {
    assert.ok(!second.join('\n').toLowerCase().includes(word.toLowerCase()), word);
  }
});

test('every method of HTTP that is not one of ours is counted as the same', async (t) => {
  const site = await openFrontDoor(t, {});
  for (const method of METHODS.filter((one) => one !== 'CONNECT')) await site.client.ask('/livez', { method });
  const lines = await readMetrics(site.internal);
  assert.deepEqual(labelsOf(lines, 'method'), ['GET', 'HEAD', 'OPTIONS', 'POST', 'other']);
});

test('the patterns that requests are counted under begin with what our faces are mounted at', (t) => {
  const { app } = createTestApp(t, {
    env: { ...env, HUSHLINK_BILLING_STRIPE_KEY: 'sk_test_1', HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_1' },
  });
  const { mounts } = tableOf(app);
  assert.deepEqual(
    mounts.filter((mount) => mount !== '/incoming' && !MOUNTS.has(mount)),
    [],
  );
});

test('the time of a request is told in seconds', async () => {
  const registry = new Registry();
  createRequestCounts(registry)({ method: 'GET', route: '/', status: 200, durationMs: 1500 });
  assert.match(await registry.metrics(), /^hushlink_http_request_duration_seconds_sum\{[^}]*\} 1\.5$/m);
});
