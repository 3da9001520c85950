import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorOf } from '../../support/visitor.ts';
import { DAY_MS, memberOf, openBilling, pay, subscribe } from './stage.ts';

const PORTAL = '/account/billing_portal';

test('the portal of the provider is one plain link away, and leads back to the account [ACC-12]', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const gone = await member.open(PORTAL);
  assert.deepEqual([gone.status, gone.headers.location], [303, `${stage.stripe.origin}/portal/${payer}`]);
  const { route, fields } = stage.stripe.calls.at(-1)!;
  assert.equal(route, 'POST /v1/billing_portal/sessions');
  assert.equal(fields.get('return_url'), 'http://localhost:3000/account');
});

test('the portal needs a sign-in, after which the account comes first: a form must not end on another site [ACC-12]', async (t) => {
  const stage = await openBilling(t);
  const gone = await visitorOf(stage).open(PORTAL);
  assert.deepEqual([gone.status, gone.headers.location], [303, '/signin?redirect=%2Faccount']);
});

test('who has never paid is told that there is nothing to manage', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const answered = await member.open(PORTAL);
  assert.equal(answered.status, 200);
  assert.match(answered.text, /<h1>Nothing to manage<\/h1>/);
  assert.deepEqual(stage.stripe.calls, []);
});

test('of two payers the portal is that of the one whose subscription goes on, else of the newest', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + DAY_MS;
  // Both had begun before the site heard of either.
  const first = await pay(stage, member, endsAtMs);
  stage.clock.advance(600_000);
  const second = await pay(stage, member, endsAtMs);
  for (const { session } of [first, second]) await stage.deliver(stage.checkoutMessage(session));
  const portalOf = (payer: string | null) => `${stage.stripe.origin}/portal/${payer}`;
  assert.equal((await member.open(PORTAL)).headers.location, portalOf(second.session.customer));
  stage.stripe.books.change(second.subscription.id, { status: 'canceled' });
  await stage.deliver(stage.subscriptionMessage('deleted', second.subscription));
  assert.equal((await member.open(PORTAL)).headers.location, portalOf(first.session.customer));
  assert.match((await member.open('/account')).text, /Manage Subscription/);
});

test('of two payers of whom nothing has been seen yet the portal is that of the one who came last', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const paid = [await pay(stage, member, stage.clock.now() + DAY_MS)];
  stage.clock.advance(600_000);
  paid.push(await pay(stage, member, stage.clock.now() + DAY_MS));
  stage.stripe.manner = 'fail';
  for (const { session } of paid) assert.equal((await stage.deliver(stage.checkoutMessage(session))).status, 503);
  stage.stripe.manner = 'answer';
  const gone = await member.open(PORTAL);
  assert.equal(gone.headers.location, `${stage.stripe.origin}/portal/${paid[1]?.session.customer}`);
});

test('what loads ahead, or comes from another site, does not leave for the portal', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const asked = stage.stripe.calls.length;
  assert.equal((await member.open(PORTAL, { 'Sec-Purpose': 'prefetch' })).status, 503);
  const led = await member.open(PORTAL, { 'Sec-Fetch-Site': 'cross-site' });
  assert.match(led.text, /<h1>Manage your subscription\?<\/h1>/);
  assert.match(led.text, /href="\/account\/billing_portal">Manage Subscription<\/a>/);
  assert.equal(stage.stripe.calls.length, asked);
});

test('while the provider is away the portal says so, and the account page goes on', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await subscribe(stage, member, stage.clock.now() + DAY_MS);
  stage.stripe.manner = 'away';
  const answered = await member.open(PORTAL);
  assert.equal(answered.status, 503);
  assert.match(answered.text, /href="\/account">Go back<\/a>/);
  assert.match((await member.open('/account')).text, /Manage Subscription/);
});
