import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { visitorOf } from '../../support/visitor.ts';
import { customerOf, signUp } from '../accounts/people.ts';
import { DAY_MS, HOST, memberOf, openBilling, planOf, SOLD_ENV, subscribe } from './stage.ts';

const MONTH = '/plans/identity/month/payment';
const checkouts = ({ stripe }: Awaited<ReturnType<typeof openBilling>>) => [...stripe.books.sessions.values()];

test('the link to payment leads to a checkout that names the account, and back to pages of ours [PLAN-10]', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const gone = await member.open(MONTH);
  const [session] = checkouts(stage);
  assert.deepEqual([gone.status, gone.headers.location], [303, session!.url]);
  const { hushlink_mark, ...named } = session!.metadata;
  assert.deepEqual(named, { hushlink_custid: member.address, hushlink_created: String(member.owner.createdAtMs) });
  assert.match(hushlink_mark!, /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(session!.subscriptionMetadata, session!.metadata);
  assert.deepEqual([session!.customer_email, session!.customer, session!.price], [member.address, null, 'price_month']);
  const { fields } = stage.stripe.calls[0]!;
  assert.equal(fields.get('mode'), 'subscription');
  assert.equal(fields.get('success_url'), 'http://localhost:3000/account?notice=paid');
  assert.equal(fields.get('cancel_url'), 'http://localhost:3000/plans/identity/month');
  await member.open('/plans/identity/year/payment');
  assert.equal(checkouts(stage)[1]!.price, 'price_year');
});

test('who comes back from payment is thanked', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  assert.match((await member.open('/account?notice=paid')).text, /Thank you\. Your plan changes as soon as/);
});

test('whose address the provider does not take writes another one there, and is known by the account all the same', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage, 'zoe.@example.com');
  const { payer } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  const [session] = checkouts(stage);
  assert.deepEqual([session!.customer_email, session!.customer], [null, payer]);
  assert.equal((await planOf(stage, member.owner))?.planid, 'identity');
});

test('loading again within minutes leads to the same checkout; another account, period or hour gets its own', async (t) => {
  const stage = await openBilling(t);
  const [one, other] = [await memberOf(stage), await memberOf(stage)];
  const where = async (member: typeof one, path: string) => (await member.open(path)).headers.location;
  const first = await where(one, MONTH);
  stage.clock.advance(60_000);
  assert.equal(await where(one, MONTH), first);
  assert.notEqual(await where(one, '/plans/identity/year/payment'), first);
  assert.notEqual(await where(other, MONTH), first);
  stage.clock.advance(600_000);
  assert.notEqual(await where(one, MONTH), first);
  assert.equal(checkouts(stage).length, 4);
});

test('who has paid before pays as the same customer of the provider', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { payer, subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  stage.stripe.books.change(subscription.id, { status: 'canceled' });
  await stage.deliver(stage.subscriptionMessage('deleted', subscription));
  await member.open(MONTH);
  const [, again] = checkouts(stage);
  assert.deepEqual([again!.customer, again!.customer_email], [payer, null]);
});

test('who has a subscription that goes on is led to the portal, and buys no second one', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const { subscription } = await subscribe(stage, member, stage.clock.now() + DAY_MS);
  for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'paused']) {
    stage.stripe.books.change(subscription.id, { status });
    await stage.deliver(stage.subscriptionMessage('updated', subscription));
    assert.equal((await member.open(MONTH)).headers.location, '/account/billing_portal', status);
  }
  assert.equal(checkouts(stage).length, 1);
});

test('who has not signed in signs in first, and comes to the page of the plan then', async (t) => {
  const stage = await openBilling(t);
  const gone = await visitorOf(stage).open(MONTH);
  assert.deepEqual([gone.status, gone.headers.location], [303, '/signin?redirect=%2Fplans%2Fidentity%2Fmonth']);
  assert.deepEqual(stage.stripe.calls, []);
});

test('nobody pays for a plan that is theirs for nothing', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  await stage.store.accounts.setPlan(member.owner.custid, 'identity');
  assert.equal((await member.open(MONTH)).headers.location, '/plans/identity/month');
  assert.deepEqual(stage.stripe.calls, []);
});

test('a plan that is not sold yet leads to its page, and an unknown one or period begins nothing', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  for (const { open } of [member, visitorOf(stage)]) {
    assert.equal((await open('/plans/dedicated/month/payment')).headers.location, '/plans/dedicated/month');
  }
  assert.equal((await member.open('/plans/solo/year/payment')).headers.location, '/plans/solo/year');
  assert.equal((await member.open('/plans/nonsense/month/payment')).headers.location, '/plans/nonsense/month');
  // What can be no id of a plan stays one piece of a path.
  const strange = await member.open('/plans/a%2F..%3Fb/month/payment');
  assert.equal(strange.headers.location, '/plans/a%2F..%3Fb/month');
  assert.equal((await member.open('/plans/identity/week/payment')).status, 404);
  assert.deepEqual(stage.stripe.calls, []);
});

test('what loads ahead, or comes from another site, begins no payment: it asks first', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const ahead = await member.open(MONTH, { 'Sec-Purpose': 'prefetch;prerender' });
  assert.deepEqual([ahead.status, ahead.headers.location], [503, undefined]);
  const looked = await supertest(stage.app).head(MONTH).set({ Host: HOST, Cookie: member.cookies() });
  assert.deepEqual([looked.status, looked.headers.location], [503, undefined]);
  for (const site of ['cross-site', 'same-site']) {
    const led = await member.open(MONTH, { 'Sec-Fetch-Site': site });
    assert.equal(led.status, 200);
    assert.match(led.text, /<h1>Continue to payment\?<\/h1>/);
    assert.match(led.text, /<a class="[^"]*" href="\/plans\/identity\/month\/payment">Continue to payment<\/a>/);
    assert.match(led.text, /<a class="[^"]*" href="\/account">Go to your account<\/a>/);
  }
  assert.deepEqual(stage.stripe.calls, []);
});

test('while the provider is away the way to payment says so and leads back', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  for (const manner of ['away', 'fail'] as const) {
    stage.stripe.manner = manner;
    const answered = await member.open(MONTH);
    assert.equal(answered.status, 503);
    assert.match(answered.text, /<h1>The payment provider does not answer<\/h1>.*Nothing was charged or changed\./s);
    assert.match(answered.text, /href="\/plans\/identity\/month">Go back<\/a>/);
    assert.equal(answered.headers['retry-after'], '30');
  }
  // The operator finds out why.
  const told = stage.logged.filter((line) => line.includes('the payment provider could not be asked'));
  assert.equal(told.length, 2);
});

test('a payment link carries a name of the account that only this site can write, and its payment is found by it', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  const gone = await member.open('/plans/solo/month/payment');
  const url = new URL(String(gone.headers.location));
  assert.equal(url.origin + url.pathname, 'https://buy.example/solo');
  assert.equal(url.searchParams.get('locale'), 'auto');
  assert.equal(url.searchParams.get('prefilled_email'), member.address);
  const reference = url.searchParams.get('client_reference_id')!;
  assert.match(reference, /^[A-Za-z0-9_-]{1,200}$/);
  assert.ok(!reference.includes(member.address));

  const { books } = stage.stripe;
  const payer = books.addCustomer('card-holder@example.net');
  books.addSubscription({
    customer: payer.id,
    price: 'price_x',
    product: 'prod_solo',
    endsAtMs: stage.clock.now() + DAY_MS,
  });
  const paid = (client_reference_id: string) =>
    stage.deliver(
      stage.stripe.message('checkout.session.completed', {
        ...{ id: 'cs_1', customer: payer.id, metadata: {} },
        client_reference_id,
      }),
    );
  const forged = [
    `${reference.slice(0, -2)}AA`,
    `${reference.startsWith('A') ? 'B' : 'A'}${reference.slice(1)}`,
    reference.slice(43),
    reference.slice(0, 43),
    '',
  ];
  for (const wrong of forged) assert.equal((await paid(wrong)).status, 200);
  assert.equal(await planOf(stage, member.owner), null);
  await paid(reference);
  assert.equal((await planOf(stage, member.owner))?.planid, 'solo');
});

test('an address that does not fit into a payment link gets none', async (t) => {
  const stage = await openBilling(t);
  const label = 'x'.repeat(60);
  const long = await customerOf(stage, `${label}@${label}.${label}.example.org`);
  assert.equal((await long.open('/plans/solo/month/payment')).headers.location, '/plans/solo/month');
});

test('payment links work without any key of the provider', async () => {
  const site = createTestApp({ after }, { env: SOLD_ENV, hasLightPassphrases: true });
  const member = await customerOf(site);
  const gone = await member.open('/plans/identity/year/payment');
  assert.match(
    String(gone.headers.location),
    /^https:\/\/buy\.example\/year\?client_reference_id=[\w-]+&prefilled_email=/,
  );
  assert.equal((await member.open(MONTH)).headers.location, '/plans/identity/month');
});

test('without plans there is nothing to pay for', async () => {
  const site = createTestApp({ after }, { hasLightPassphrases: true });
  const visitor = visitorOf(site);
  await signUp(visitor, 'somebody@example.org');
  assert.equal((await visitor.open(MONTH)).status, 404);
});

test('an account asks the provider for one page at a time, however often it is asked for', async (t) => {
  const stage = await openBilling(t);
  const [member, other] = [await memberOf(stage), await memberOf(stage)];
  await subscribe(stage, other, stage.clock.now() + DAY_MS);
  stage.stripe.manner = 'slow';
  const before = stage.stripe.calls.length;
  const asking = [
    ...Array.from({ length: 20 }, () => member.open(MONTH)),
    ...Array.from({ length: 20 }, () => other.open('/account/billing_portal')),
  ];
  await stage.stripe.waiting(2);
  // One more answer of ours comes only after all of those have been heard.
  await member.open('/plans/solo/year/payment');
  assert.equal(stage.stripe.calls.length - before, 2);
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  const places = new Set((await Promise.all(asking)).map(({ headers }) => headers.location));
  assert.equal(places.size, 2);
  const again = stage.stripe.calls.length;
  assert.equal((await member.open(MONTH)).status, 303);
  assert.equal(stage.stripe.calls.length, again + 1);
});

test('who asks by two names of the site at once gets a page for each, which leads back to that one', async (t) => {
  const stage = await openBilling(t);
  const member = await memberOf(stage);
  stage.stripe.manner = 'slow';
  const names = ['localhost:3000', '127.0.0.1:3000'];
  const asking = Promise.all(names.map((name) => member.open(MONTH, { Host: name })));
  await stage.stripe.waiting(1);
  // One more answer of ours comes only after both of those have been heard.
  await member.open('/plans/solo/year/payment');
  stage.stripe.manner = 'answer';
  stage.stripe.release();
  await asking;
  const led = stage.stripe.calls.map(({ fields }) => fields.get('success_url')).toSorted();
  assert.deepEqual(led, ['http://127.0.0.1:3000/account?notice=paid', 'http://localhost:3000/account?notice=paid']);
});
