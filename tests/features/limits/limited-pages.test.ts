import assert from 'node:assert/strict';
import { test } from 'node:test';
import supertest from 'supertest';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf } from '../accounts/people.ts';
import { HOST, openBilling } from '../billing/stage.ts';
import { share } from '../secrets/form-user.ts';
import { limitedSite, ON, statusesOf } from './stage.ts';

test('probes, static files, pages that everybody keeps and notices of the payment provider are never limited', async (t) => {
  const groups = ['CREATE', 'REVEAL', 'SENDER', 'ACCOUNT', 'FEEDBACK', 'PAYMENT', 'OTHER'];
  const ones = Object.fromEntries(groups.map((group) => [`HUSHLINK_LIMITS_PER_ADDRESS_${group}`, '1']));
  const site = await openBilling(t, { env: { ...ON, ...ones, HUSHLINK_SITE_HOST: HOST } });
  const get = (path: string) => supertest(site.app).get(path).set('Host', HOST);
  for (const path of ['/livez', '/readyz', '/', '/pricing', '/info/terms', '/translations', '/signin', '/robots.txt']) {
    assert.deepEqual(await statusesOf(3, () => get(path)), [200, 200, 200], path);
  }
  const [file] = /\/static\/build\/[\w.-]+\.js/.exec((await get('/')).text) ?? [];
  assert.deepEqual(await statusesOf(3, () => get(String(file))), [200, 200, 200]);
  assert.deepEqual(await statusesOf(3, () => site.deliver(Buffer.from('{}'), 'none')), [400, 400, 400]);
});

test('pages that everybody keeps are drawn anew for customers, and are counted for them', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ACCOUNT_OTHER: '2' });
  const customer = await customerOf(site);
  const pages = ['/docs/api', '/translations', '/docs/api', '/nowhere'];
  const statuses: number[] = [];
  for (const path of pages) statuses.push((await customer.open(path)).status);
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  assert.deepEqual(await statusesOf(4, () => supertest(site.app).get('/docs/api').set('Host', 'localhost:3000')), [
    ...[200, 200, 200, 200],
  ]);
});

test('the ways to the payment provider have a limit of their own', async (t) => {
  const site = await openBilling(t, { env: { ...ON, HUSHLINK_LIMITS_PER_ACCOUNT_PAYMENT: '2' } });
  const customer = await customerOf(site);
  const paths = ['/account/billing_portal', '/plans/identity/month/payment', '/account/billing_portal'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await customer.open(path)).status);
  assert.deepEqual([statuses[0] === 429, statuses[1] === 429, statuses[2]], [false, false, 429]);
  const asked = site.stripe.calls.length;
  assert.equal((await customer.open('/plans/identity/month/payment')).status, 429);
  assert.equal(site.stripe.calls.length, asked);
});

test('a page says it calmly, and a form that was written into comes back with its text', async (t) => {
  const site = limitedSite(t, {
    ...{ HUSHLINK_LIMITS_PER_ADDRESS_CREATE: '1', HUSHLINK_LIMITS_PER_ADDRESS_REVEAL: '1' },
    HUSHLINK_LIMITS_PER_ADDRESS_FEEDBACK: '1',
  });
  const visitor = visitorOf(site);
  await share(visitor, 'the first');
  const wait = /Too many requests from here in a short time\. Please try again in 60 seconds\./;
  await visitor.open('/');
  const again = await visitor.submit('/', { secret: 'the <second>', kind: 'share' });
  assert.equal(again.status, 429);
  assert.match(again.text, wait);
  assert.equal(visitor.textArea(), 'the <second>');
  assert.equal(again.headers['retry-after'], '60');
  for (const status of [404, 429]) {
    const page = await visitor.open(`/secret/${'k'.repeat(31)}`);
    assert.equal(page.status, status);
    if (status === 429) assert.match(page.text, wait);
  }
  for (const status of [303, 429]) {
    await visitor.open('/feedback');
    const sent = await visitor.submit('/feedback', { msg: 'Hello there' });
    assert.equal(sent.status, status);
    if (status === 429) assert.equal(visitor.textArea(), 'Hello there');
  }
});

test('signing in and signing up give back the address, and no password', async (t) => {
  for (const form of ['/signin', '/signup']) {
    const visitor = visitorOf(limitedSite(t, { HUSHLINK_LIMITS_PER_ADDRESS_ACCOUNT: '1' }));
    const fields = { u: 'robin@example.com', p: 'nobody reads this' };
    await visitor.open(form);
    await visitor.submit(form, fields);
    await visitor.open(form);
    const again = await visitor.submit(form, fields);
    assert.equal(again.status, 429, form);
    assert.match(again.text, /Too many requests from here in a short time\./);
    assert.match(again.text, /value="robin@example\.com"/);
    assert.doesNotMatch(again.text, /nobody reads this/);
  }
});

test('the dashboard, too, gives back what was written into its form', async (t) => {
  const site = limitedSite(t, { HUSHLINK_LIMITS_PER_ACCOUNT_CREATE: '1' });
  const customer = await customerOf(site);
  await customer.open('/dashboard');
  const first = await customer.submit('/dashboard', { secret: 'one', kind: 'share' });
  assert.equal(first.status, 303);
  await customer.open('/dashboard');
  const second = await customer.submit('/dashboard', { secret: 'two', kind: 'share' });
  assert.equal(second.status, 429);
  assert.equal(customer.textArea(), 'two');
});

test('a form comes back also under its path with a slash at its end, and none that the site does not have', async (t) => {
  const site = limitedSite(t, {
    ...{ HUSHLINK_LIMITS_PER_ADDRESS_ACCOUNT: '1', HUSHLINK_LIMITS_PER_ADDRESS_FEEDBACK: '1' },
    HUSHLINK_AUTHENTICATION_SIGNUP: 'false',
  });
  const visitor = visitorOf(site);
  for (const status of [422, 429]) {
    assert.equal((await visitor.send('/feedback/', { msg: 'Hello there' })).status, status);
    assert.equal(visitor.textArea(), 'Hello there');
  }
  for (const status of [404, 429]) assert.equal((await visitor.send('/signup', { u: 'a@example.com' })).status, status);
  assert.doesNotMatch(visitor.html(), /name="u"/);
});
