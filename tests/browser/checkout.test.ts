import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PLANS_ON } from '../support/plans.ts';
import type { StripeSession } from '../support/stripe-books.ts';
import { STRIPE_KEY, startStripeServer, WEBHOOK_SECRET } from '../support/stripe-server.ts';
import { audit } from './audit.ts';
import { openPeopleStage } from './people-stage.ts';
import { open, press, pressAndGo, textOf } from './screens.ts';

const now = () => Date.now();
const stripe = await startStripeServer(now);
after(() => stripe.stop());
const price = (id: string, dollars: number) => ({ dollars, stripe_price: id });
const stage = await openPeopleStage({
  ...PLANS_ON,
  HUSHLINK_PLANS_PAID: JSON.stringify([
    {
      ...{ id: 'identity', name: 'Identity Plus', ttl: 2_592_000, size: 50_000 },
      ...{ monthly: price('price_month', 35), annually: price('price_year', 365) },
    },
  ]),
  HUSHLINK_BILLING_STRIPE_KEY: STRIPE_KEY,
  HUSHLINK_BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET,
  HUSHLINK_BILLING_STRIPE_ORIGIN: stripe.origin,
});
const { url } = stage.server;
/** Leaving for the provider is the point; anything else is not. */
const expects = new RegExp(`^another host: ${stripe.origin}/`);

/** As the provider does. */
async function deliver(body: Buffer): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': stripe.sign(body, now()) };
  return (await fetch(`${url}/billing/webhook`, { method: 'POST', headers, body: body.toString() })).status;
}

for (const hasScript of [true, false]) {
  test(`${hasScript ? 'with' : 'without'} script a plan is paid for, shown and managed in a browser under our own policy [ACC-08 ACC-12]`, async (t) => {
    const member = await stage.member();
    const page = await stage.enter(t, member, '/plans/identity/year', { hasScript, expects });
    await pressAndGo(page, 'Continue to payment', 'link');
    const session = [...stripe.books.sessions.values()].at(-1) as StripeSession;
    assert.equal(page.url(), session.url);
    stripe.books.pay(session, now() + 365 * 86_400_000);
    assert.equal(await deliver(stripe.message('checkout.session.completed', session)), 200);
    await (hasScript ? open(page, `${url}/account?notice=paid`) : page.goto(`${url}/account?notice=paid`));
    assert.match(await textOf(page, 'main'), /Thank you\..*Identity Plus.*Active.*\$35\.00.*Visa ending 4242/s);
    await pressAndGo(page, 'Manage Subscription', 'link');
    assert.equal(page.url(), `${stripe.origin}/portal/${session.customer}`);
  });
}

test('the account page with a subscription is accessible and fits, at three widths in both themes', async (t) => {
  const member = await stage.member();
  const page = await stage.enter(t, member, '/plans/identity/month', { expects });
  await pressAndGo(page, 'Continue to payment', 'link');
  const session = [...stripe.books.sessions.values()].at(-1) as StripeSession;
  const { customer } = stripe.books.pay(session, now() + 30 * 86_400_000);
  stripe.books.addSubscription({ customer, status: 'past_due', cents: 36_500, interval: 'year', endsAtMs: now() });
  await deliver(stripe.message('checkout.session.completed', session));
  await open(page, `${url}/account`);
  await audit(page);
  await press(page, 'Delete account');
  assert.match(await textOf(page, 'dialog[open]'), /Your subscription is cancelled at once/);
});

test('the page that asks before leaving for the provider is accessible and fits', async (t) => {
  const page = await stage.enter(t, await stage.member(), '/account');
  await open(page, `${url}/account/billing_portal`);
  assert.match(await textOf(page, 'main'), /Nothing to manage/);
  await audit(page);
});
