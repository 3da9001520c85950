import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { groupOfCall } from '#src/features/limits/request-groups.ts';
import { createTestApp } from '../support/app.ts';
import { tableOf } from '../support/express-table.ts';
import { testDocument } from '../support/watched-answers.ts';

const root = resolve(import.meta.dirname, '../..');

// Every feature with a face in the API is switched on.
const site = createTestApp(
  { after },
  {
    env: {
      HUSHLINK_SITE_HOST: 'hush.example',
      HUSHLINK_DOMAINS_ENABLED: 'true',
      HUSHLINK_PLANS_ENABLED: 'true',
      HUSHLINK_BILLING_STRIPE_KEY: 'sk_test_1',
      HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_1',
    },
  },
);

/** 'get /api/v2/secret/{key}' of everything that Express hands to one of our handlers under /api. */
function served(): string[] {
  const { routes } = tableOf(site.app);
  const ofApi = routes.filter(({ pattern }) => pattern.startsWith('/api/'));
  const all = ofApi.flatMap(({ pattern, methods }) => {
    const path = pattern.replaceAll(/:(\w+)/g, '{$1}');
    return methods.map((method) => `${method} ${path}`);
  });
  // Some paths pass a gate of their own first.
  return [...new Set(all)];
}

function described(): string[] {
  const { paths } = testDocument();
  return Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
}

test('the document has every method of every path of the API, and none that there is not', () => {
  assert.ok(served().length > 40);
  assert.deepEqual(described().toSorted(), served().toSorted());
});

test('every operation has an id of its own', () => {
  const ids = Object.values(testDocument().paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
});

test('what the reference counts into a group is there, and is counted in it', () => {
  const paths = Object.keys(testDocument().paths).map((path) => path.replace(/^\/api\/v\d/, ''));
  const { groups } = JSON.parse(readFileSync(join(root, 'locales/api/en.json'), 'utf8')).page.rates;
  for (const [group, words] of Object.entries<string>(groups)) {
    const rooms = [...words.matchAll(/`([a-z][a-z/-]*)`/g)].map(([, room = '']) => `/${room}`);
    assert.ok(rooms.length > 0, group);
    for (const room of rooms) {
      assert.ok(
        paths.some((path) => path === room || path.startsWith(`${room}/`)),
        `${group}: ${room}`,
      );
      assert.equal(groupOfCall('POST', room), group, room);
    }
  }
});
