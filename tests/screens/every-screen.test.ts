import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../support/app.ts';
import { tableOf } from '../support/express-table.ts';
import { EVERY_SCREEN } from './every-screen.ts';

/** Files, probes and what only leads to another page. */
const DRAWS_NO_PAGE = new Set([
  ...['/livez', '/readyz', '/startupz', '/robots.txt', '/brand/:file', '/brand/:id/:hash'],
  ...[
    '/plans/:id',
    '/plans/:planid/year/payment',
    '/private/:key/unlock',
    '/account/domains/:domain/remove',
    '/account/domains/:domain/logo/remove',
  ],
]);

/** Where the payment provider can be asked; the app of the test below has none. */
const OF_BILLING = ['/account/billing_portal'];

const site = createTestApp(
  { after },
  {
    env: {
      ...{ HUSHLINK_SITE_HOST: 'hush.example', HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_PLANS_ENABLED: 'true' },
      ...{ HUSHLINK_MAIL_SMTP: 'smtp://127.0.0.1:9', HUSHLINK_MAIL_FROM: 'hushlink@example.org' },
      HUSHLINK_INCOMING_RECIPIENT: 'support@example.org',
    },
  },
);

test('every page that Express knows is among the screens that are looked at, and no other', () => {
  const { routes } = tableOf(site.app);
  const pages = routes.map(({ pattern }) => pattern).filter((pattern) => !pattern.startsWith('/api/'));
  const drawn = new Set([...pages.filter((pattern) => !DRAWS_NO_PAGE.has(pattern)), ...OF_BILLING]);
  const seen = new Set(EVERY_SCREEN.flatMap(({ route }) => route ?? []));
  assert.deepEqual([...seen].toSorted(), [...drawn].toSorted());
});

test('no two screens have the same name', () => {
  const names = EVERY_SCREEN.map(({ name }) => name);
  assert.deepEqual([...new Set(names)], names);
});
