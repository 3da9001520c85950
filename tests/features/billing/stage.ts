import supertest from 'supertest';
import { composeBillingWatcher, stripeSettingsOf } from '#src/compose/billing.ts';
import type { CustId, Owner } from '#src/features/accounts/customer.ts';
import { createStripePayments } from '#src/stripe/stripe-payments.ts';
import { createTestTimers } from '../../domains/test-timers.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { PLANS_ON } from '../../support/plans.ts';
import type { StripeSession, StripeSubscription } from '../../support/stripe-books.ts';
import { STRIPE_KEY, startStripeServer, type TestStripeServer, WEBHOOK_SECRET } from '../../support/stripe-server.ts';
import type { Cleanup } from '../../support/temp.ts';
import { customerOf } from '../accounts/people.ts';

export const HOST = 'localhost:3000';
export const DAY_MS = 86_400_000;
export const GRACE_MS = 3 * DAY_MS;

/** `solo` is the lesser one, sold by a link alone; `dedicated` is not yet sold. */
export const SOLD = [
  {
    ...{ id: 'solo', name: 'Solo', ttl: 86_400, size: 20_000 },
    monthly: { dollars: 5, payment_link: 'https://buy.example/solo?locale=auto' },
    annually: { dollars: 50 },
    stripe_product: 'prod_solo',
  },
  {
    ...{ id: 'identity', name: 'Identity Plus', ttl: 2_592_000, size: 50_000 },
    monthly: { dollars: 35, stripe_price: 'price_month' },
    annually: { dollars: 365, stripe_price: 'price_year', payment_link: 'https://buy.example/year' },
  },
  {
    ...{ id: 'dedicated', name: 'Global Elite', coming: true, ttl: 2_592_000, size: 50_000 },
    monthly: { dollars: 245, stripe_price: 'price_elite' },
    annually: { dollars: 2545, stripe_price: 'price_eliteYear' },
  },
];

export const SOLD_ENV = { ...PLANS_ON, HUSHLINK_PLANS_PAID: JSON.stringify(SOLD) };

export interface BillingStage extends TestApp {
  readonly stripe: TestStripeServer;
  /** Sends a message to the webhook as the provider does. */
  deliver(body: Buffer, signature?: string): Promise<supertest.Response>;
  /** The message that somebody has paid on the page of a checkout. */
  checkoutMessage(session: StripeSession): Buffer;
  subscriptionMessage(kind: 'created' | 'updated' | 'deleted', subscription: StripeSubscription): Buffer;
}

/** A site that sells, and a payment provider that does what the test says. */
export async function openBilling(t: Cleanup, options: TestAppOptions = {}): Promise<BillingStage> {
  const clock = options.clock ?? createClock();
  const stripe = await startStripeServer(clock.now);
  t.after(() => stripe.stop());
  const keys = {
    HUSHLINK_BILLING_STRIPE_KEY: STRIPE_KEY,
    HUSHLINK_BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET,
    HUSHLINK_BILLING_STRIPE_ORIGIN: stripe.origin,
  };
  const site = createTestApp(t, {
    ...{ clock, hasLightPassphrases: true, ...options, env: { ...SOLD_ENV, ...keys, ...options.env } },
    payments: (deps) => createStripePayments({ ...stripeSettingsOf(deps)!, retries: 0 }),
  });
  const deliver = (body: Buffer, signature = stripe.sign(body, clock.now())) =>
    supertest(site.app)
      .post('/billing/webhook')
      .set('Host', HOST)
      .set('Content-Type', 'application/json; charset=utf-8')
      .set('Stripe-Signature', signature)
      .serialize(String)
      .send(body.toString('utf8'))
      .then((response) => response);
  return {
    ...{ ...site, stripe, deliver },
    checkoutMessage: (session) => stripe.message('checkout.session.completed', session),
    subscriptionMessage: (kind, subscription) => stripe.message(`customer.subscription.${kind}`, subscription),
  };
}

/** Somebody with an account, and the name under which payments are kept for it. */
export async function memberOf(stage: BillingStage, address?: string) {
  const visitor = await customerOf(stage, address);
  const owner = await ownerOf(stage, visitor.address);
  return { ...visitor, owner };
}

export async function ownerOf({ store }: TestApp, address: string): Promise<Owner> {
  const { custid, createdAtMs } = (await store.accounts.find(address as CustId))!;
  return { custid, createdAtMs };
}

export async function planOf({ store }: TestApp, { custid }: Owner) {
  return (await store.accounts.find(custid))?.paid ?? null;
}

/** Goes to the checkout page of Identity Plus, pays there, and is told of by the provider. */
export async function subscribe(stage: BillingStage, member: Awaited<ReturnType<typeof memberOf>>, endsAtMs: number) {
  const { session, subscription } = await pay(stage, member, endsAtMs);
  const answered = await stage.deliver(stage.checkoutMessage(session));
  if (answered.status !== 200) throw new Error(`the message was answered ${answered.status}`);
  return { session, subscription, payer: session.customer! };
}

/** The same, and nobody has told the site yet. */
export async function pay(stage: BillingStage, member: Awaited<ReturnType<typeof memberOf>>, endsAtMs: number) {
  const gone = await member.open('/plans/identity/month/payment');
  const session = [...stage.stripe.books.sessions.values()].find(({ url }) => url === gone.headers.location);
  if (!session) throw new Error(`no checkout: ${gone.status} ${gone.headers.location}`);
  return { session, subscription: stage.stripe.books.pay(session, endsAtMs) };
}

/** A watcher that has done its first round. */
export async function startWatcher(t: Cleanup, stage: BillingStage) {
  const timers = createTestTimers();
  const watcher = composeBillingWatcher({ ...stage.composed, timers })!;
  t.after(() => watcher.stop(0));
  watcher.start();
  await timers.nextPause();
  const round = async (passedMs = 0) => {
    stage.clock.advance(passedMs);
    timers.wake();
    await timers.nextPause();
  };
  return { watcher, timers, round };
}
