import assert from 'node:assert/strict';
import { test } from 'node:test';
import supertest from 'supertest';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { createTestApp } from '../../support/app.ts';
import { prove } from '../domains/stage.ts';
import { type BillingStage, DAY_MS, GRACE_MS, HOST, memberOf, openBilling, pay, planOf, SOLD_ENV } from './stage.ts';

/** Somebody has paid; the message about it has not been delivered. */
async function paid(stage: BillingStage) {
  const member = await memberOf(stage);
  const endsAtMs = stage.clock.now() + 30 * DAY_MS;
  const { session, subscription } = await pay(stage, member, endsAtMs);
  const body = stage.checkoutMessage(session);
  return { ...member, session, subscription, body, term: { planid: 'identity', untilMs: endsAtMs + GRACE_MS } };
}

test('a message that is signed gives the plan that was paid for before it is answered', async (t) => {
  const stage = await openBilling(t);
  const { owner, body, term } = await paid(stage);
  const answered = await stage.deliver(body);
  assert.deepEqual([answered.status, answered.body], [200, { received: true }]);
  assert.deepEqual(await planOf(stage, owner), term);
});

test('a message with a wrong signature, one of another secret or none is refused with 400, and nothing is asked', async (t) => {
  const stage = await openBilling(t);
  const { owner, body } = await paid(stage);
  const asked = stage.stripe.calls.length;
  const right = stage.stripe.sign(body, stage.clock.now());
  const forged = [
    ...['', 'nonsense', 't=1', right.replace(/v1=.{4}/, 'v1=0000')],
    stage.stripe.sign(body, stage.clock.now(), 'whsec_another'),
    stage.stripe.sign(Buffer.from('{}'), stage.clock.now()),
  ];
  for (const signature of forged) {
    const answered = await stage.deliver(body, signature);
    assert.deepEqual([answered.status, answered.body.error_type], [400, 'WrongSignature'], signature);
  }
  assert.equal((await stage.deliver(Buffer.concat([body, Buffer.from(' ')]), right)).status, 400);
  assert.equal(await planOf(stage, owner), null);
  assert.equal(stage.stripe.calls.length, asked);
});

test('a signature is good for 300 seconds by the clock of the site, and not for one more', async (t) => {
  const stage = await openBilling(t);
  const { owner, body } = await paid(stage);
  const signature = stage.stripe.sign(body, stage.clock.now());
  stage.clock.advance(301_000);
  assert.equal((await stage.deliver(body, signature)).status, 400);
  assert.equal(await planOf(stage, owner), null);
  stage.clock.advance(-1000);
  assert.equal((await stage.deliver(body, signature)).status, 200);
  assert.notEqual(await planOf(stage, owner), null);
});

test('under the name of a customer there is no such address, whatever is signed', async (t) => {
  const env = { HUSHLINK_SITE_HOST: HOST, HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_DOMAINS_CLUSTER_IP: '192.0.2.1' };
  const stage = await openBilling(t, { env });
  const { owner, body } = await paid(stage);
  await prove(stage, 'secrets.example.com');
  const signature = stage.stripe.sign(body, stage.clock.now());
  const ask = supertest(stage.app).post('/billing/webhook').set('Host', 'secrets.example.com:3000');
  await ask.set('Stripe-Signature', signature).type('json').send(body.toString()).expect(404);
  assert.equal(await planOf(stage, owner), null);
  assert.equal((await stage.deliver(body, signature)).status, 200);
});

test('the same message again changes nothing', async (t) => {
  const stage = await openBilling(t);
  const { owner, body, term } = await paid(stage);
  for (let time = 0; time < 3; time += 1) assert.equal((await stage.deliver(body)).status, 200);
  assert.deepEqual(await planOf(stage, owner), term);
  assert.equal((await stage.store.billing.find(owner))?.payers.length, 1);
});

test('a message of yesterday that comes after one of today does not bring back what was then', async (t) => {
  const stage = await openBilling(t);
  const { owner, body, subscription } = await paid(stage);
  const old = stage.subscriptionMessage('created', { ...subscription });
  await stage.deliver(body);
  stage.stripe.books.change(subscription.id, { status: 'canceled' });
  await stage.deliver(stage.subscriptionMessage('deleted', subscription));
  assert.equal(await planOf(stage, owner), null);
  assert.equal((await stage.deliver(old)).status, 200);
  assert.equal(await planOf(stage, owner), null);
});

test('a subscription whose checkout was never told of is found by what stands with it', async (t) => {
  const stage = await openBilling(t);
  const { owner, subscription, term } = await paid(stage);
  await stage.deliver(stage.subscriptionMessage('created', subscription));
  assert.deepEqual(await planOf(stage, owner), term);
});

test('messages of unknown kinds, and about payers that are nobody of ours, are taken and nothing is done', async (t) => {
  const stage = await openBilling(t);
  const { stripe } = stage;
  const stranger = stripe.books.addCustomer('stranger@example.net');
  const bought = stripe.books.addSubscription({ customer: stranger.id, endsAtMs: stage.clock.now() + DAY_MS });
  const bodies = [
    stripe.message('treasury.credit_reversal.created', { id: 'credrev_1' }),
    stripe.message('something.nobody.knows', { id: 'x_1', customer: stranger.id }),
    stripe.message('customer.updated', stranger),
    stripe.message('invoice.paid', { id: 'in_1', object: 'invoice', customer: stranger.id }),
    stripe.message('invoice.paid', { id: 'in_2', object: 'invoice', customer: null }),
    stage.subscriptionMessage('updated', bought),
    stripe.message('checkout.session.completed', {
      ...{ id: 'cs_1', customer: stranger.id, metadata: { shop: 'another' }, client_reference_id: 'order-17' },
    }),
  ];
  for (const body of bodies) {
    const answered = await stage.deliver(body);
    assert.deepEqual([answered.status, answered.body], [200, { received: true }], body.toString());
  }
  assert.deepEqual(stripe.calls, []);
  assert.equal(bought.status, 'active');
});

test('what was sold by another site for the same account at the provider is left alone', async (t) => {
  const [stage, another] = [await openBilling(t), await openBilling(t)];
  const { session, subscription, owner } = await paid(another);
  const { books } = stage.stripe;
  const { customer, metadata } = session;
  // Both sites are told of everything.
  books.customers.set(customer!, another.stripe.books.customers.get(customer!)!);
  books.subscriptions.set(subscription.id, subscription);
  const { client_reference_id } = Object.fromEntries(
    new URL(String((await (await memberOf(another)).open('/plans/solo/month/payment')).headers.location)).searchParams,
  );
  for (const body of [
    stage.checkoutMessage(session),
    stage.subscriptionMessage('created', subscription),
    stage.checkoutMessage({ ...session, metadata: {}, client_reference_id: client_reference_id! }),
  ]) {
    assert.equal((await stage.deliver(body)).status, 200);
  }
  assert.equal(subscription.status, 'active');
  assert.deepEqual(stage.stripe.calls, []);
  // Nor does it help anybody who has made an account of that name here.
  const namesake = await memberOf(stage);
  const forged = {
    ...metadata,
    hushlink_custid: namesake.address,
    hushlink_created: String(namesake.owner.createdAtMs),
  };
  assert.equal((await stage.deliver(stage.checkoutMessage({ ...session, metadata: forged }))).status, 200);
  assert.equal(await planOf(stage, namesake.owner), null);
  assert.equal((await another.deliver(another.checkoutMessage(session))).status, 200);
  assert.equal((await planOf(another, owner))?.planid, 'identity');
});

test('while the provider fails or is away a message is answered 503 with Retry-After, and the next try does it', async (t) => {
  const stage = await openBilling(t);
  const { owner, body, term } = await paid(stage);
  for (const manner of ['fail', 'away'] as const) {
    stage.stripe.manner = manner;
    const answered = await stage.deliver(body);
    assert.deepEqual([answered.status, answered.body.error_type], [503, 'PaymentsUnavailable']);
    assert.equal(answered.headers['retry-after'], '30');
    assert.equal(await planOf(stage, owner), null);
  }
  const told = stage.logged.filter((line) => line.includes('the payment provider could not be asked'));
  assert.equal(told.length, 2);
  stage.stripe.manner = 'answer';
  assert.equal((await stage.deliver(body)).status, 200);
  assert.deepEqual(await planOf(stage, owner), term);
});

test('while the store is away at any step a message is answered 503, and the next try does it', async (t) => {
  const stage = await openBilling(t);
  const { owner, body, term } = await paid(stage);
  const { billing } = stage.store;
  for (const verb of ['link', 'beginLook', 'find', 'keep'] as const) {
    const there = billing[verb];
    Object.assign(billing, { [verb]: () => Promise.reject(new StoreUnavailable('away')) });
    const answered = await stage.deliver(body);
    assert.equal(answered.status, 503, verb);
    assert.ok(answered.headers['retry-after'], verb);
    assert.equal(await planOf(stage, owner), null);
    Object.assign(billing, { [verb]: there });
  }
  assert.equal((await stage.deliver(body)).status, 200);
  assert.deepEqual(await planOf(stage, owner), term);
});

test('the webhook takes POST alone, under the name of the site alone, and touches neither cookies nor sessions', async (t) => {
  const stage = await openBilling(t, { env: { HUSHLINK_SITE_HOST: HOST, HUSHLINK_SITE_SCHEME: 'http' } });
  const { body } = await paid(stage);
  const asked = await supertest(stage.app).get('/billing/webhook').set('Host', HOST);
  assert.deepEqual([asked.status, asked.headers.allow], [405, 'POST, OPTIONS']);
  const elsewhere = supertest(stage.app).post('/billing/webhook').set('Host', 'secrets.example.com');
  const signature = stage.stripe.sign(body, stage.clock.now());
  const refused = await elsewhere.set('Stripe-Signature', signature).serialize(String).send(body.toString());
  assert.equal(refused.status, 421);
  assert.match(String(refused.headers['content-type']), /^application\/json/);
  const taken = await supertest(stage.app)
    .post('/billing/webhook')
    .set({ Host: HOST, Cookie: 'sess=s:nonsense.x; visit=abc', 'Stripe-Signature': signature })
    .set({ 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' })
    .serialize(String)
    .send(body.toString());
  assert.equal(taken.status, 200);
  assert.equal(taken.headers['set-cookie'], undefined);
});

test('a body over the limit of the site is refused before anything else', async (t) => {
  const stage = await openBilling(t);
  const body = Buffer.alloc(1_048_577, 32);
  assert.equal((await stage.deliver(body, 'any')).status, 413);
  // Its end is not waited for, and what still comes is no next request.
  const begun = supertest(stage.app).post('/billing/webhook').set({ Host: HOST, Connection: 'keep-alive' });
  const { status, headers } = await begun.set('Content-Length', String(body.length));
  assert.deepEqual([status, headers.connection], [413, 'close']);
});

test('without keys there is no webhook, and no way to the portal', async (t) => {
  const site = createTestApp(t, { env: SOLD_ENV, hasLightPassphrases: true });
  for (const [method, path] of [
    ['post', '/billing/webhook'],
    ['get', '/account/billing_portal'],
  ] as const) {
    assert.equal((await supertest(site.app)[method](path).set('Host', HOST)).status, 404, path);
  }
});
