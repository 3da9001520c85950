import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createTestApp } from '../support/app.ts';
import { PLANS_ON } from '../support/plans.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { visitorOf } from '../support/visitor.ts';
import { callAs, customerOn, readAs } from './accounts/people.ts';
import { linkOn } from './secrets/form-user.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());
const env = {
  ...{ ...PLANS_ON, HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_SITE_HOST: 'localhost:3000' },
  ...{ HUSHLINK_INCOMING_RECIPIENT: 'support@example.org', HUSHLINK_AUTHENTICATION_AUTOVERIFY: 'true' },
};
const site = createTestApp({ after }, { env, mailServer, hasLightPassphrases: true });
const anonymous = visitorOf(site);
const customer = await customerOn(site, 'identity');
const colonel = await customerOn(site, 'identity');
await site.store.accounts.setRole(colonel.address as CustId, 'colonel');

const FOR_ALL = [
  ...['/', '/pricing', '/info/terms', '/info/privacy', '/info/security', '/translations', '/feedback'],
  ...['/signin', '/signup', '/forgot', '/incoming', '/account/settings', '/docs/api'],
];
const FOR_CUSTOMERS = ['/dashboard', '/recent', '/account', '/account/domains', '/account/domains/add'];

test('anonymous visitors share, read and ask for an account; what belongs to customers sends them to the sign-in [GEN-05 GEN-06]', async () => {
  for (const path of FOR_ALL) assert.equal((await anonymous.open(path)).status, 200, path);
  for (const path of FOR_CUSTOMERS) {
    const { status, headers } = await anonymous.open(path);
    assert.deepEqual([status, new URL(headers.location ?? '', 'http://x').pathname], [303, '/signin'], path);
  }
  await anonymous.open('/');
  const shared = await anonymous.submit('/', { secret: 'x', kind: 'share' });
  assert.equal(shared.status, 303);
  assert.match(shared.headers.location ?? '', /^\/private\//);
  await anonymous.open(shared.headers.location ?? '');
  const path = linkOn(anonymous);
  const reader = visitorOf(site);
  await reader.open(path);
  await reader.submit(path);
  assert.equal(reader.textArea(), 'x');
});

test('a path that leads nowhere is the 404 page for everybody [SHELL-06]', async () => {
  for (const somebody of [anonymous, customer, colonel]) {
    const { status, text } = await somebody.open('/no/such/page');
    assert.equal(status, 404);
    assert.match(text, /<h1>404 - Page Not Found<\/h1>/);
    assert.match(text, /<a [^>]*href="\/">Return home<\/a>/);
  }
});

test('an anonymous visitor gets no longer lifetime than the anonymous plan has [GEN-06]', async () => {
  const { ttlSeconds } = site.composed.config.plans.anonymous;
  await anonymous.open('/');
  const refused = await anonymous.submit('/', { secret: 'x', kind: 'share', ttl: String(ttlSeconds + 1) });
  assert.equal(refused.status, 422);
});

test('a customer has the dashboard, the recent secrets, the account with its key and its end, and domains [GEN-05 GEN-07]', async () => {
  for (const path of FOR_CUSTOMERS) assert.equal((await customer.open(path)).status, 200, path);
  const account = await customer.open('/account');
  for (const action of ['/account/apitoken', '/account/password', '/account/destroy']) {
    assert.ok(account.text.includes(action), action);
  }
  assert.equal((await callAs(site, customer, '/account/apitoken', {})).status, 200);
});

test('the administrator is a customer with the role of colonel, and nobody else sees the statistics [GEN-05 GEN-12]', async () => {
  for (const path of [...FOR_CUSTOMERS, '/colonel']) assert.equal((await colonel.open(path)).status, 200, path);
  assert.equal((await readAs(site, colonel, '/colonel')).status, 200);
  assert.equal((await anonymous.open('/colonel')).headers.location, '/signin?redirect=%2Fcolonel');
  assert.equal((await customer.open('/colonel')).status, 404);
  for (const stranger of [anonymous, customer]) assert.equal((await readAs(site, stranger, '/colonel')).status, 404);
});

test('roles are judged by the server for every call, whatever the caller says of themselves [GEN-12]', async () => {
  for (const claim of [{ role: 'colonel' }, { 'cust.role': 'colonel' }]) {
    assert.equal((await customer.open(`/colonel?${new URLSearchParams(claim)}`)).status, 404);
    assert.equal((await callAs(site, customer, '/account/update-locale', { locale: 'en', ...claim })).status, 200);
    assert.equal((await readAs(site, customer, '/colonel')).status, 404);
  }
  await site.store.accounts.setRole(colonel.address as CustId, 'customer');
  assert.equal((await colonel.open('/colonel')).status, 404);
  assert.equal((await readAs(site, colonel, '/colonel')).status, 404);
});
