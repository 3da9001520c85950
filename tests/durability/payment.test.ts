import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createMac } from '#src/crypto/mac.ts';
import { createSeal } from '#src/crypto/seal.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { runCli } from '../cli/run-cli.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { PLANS_ON } from '../support/plans.ts';
import { startServer } from '../support/server.ts';
import { STRIPE_KEY, startStripeServer, WEBHOOK_SECRET } from '../support/stripe-server.ts';

const now = () => Date.now();
const DAY_MS = 86_400_000;
const PAID = [
  {
    ...{ id: 'identity', name: 'Identity Plus', ttl: 86_400, size: 20_000 },
    ...{ monthly: { dollars: 35, stripe_price: 'price_month' }, annually: { dollars: 365 } },
  },
];

test('what a message was answered 200 for is kept, though the server is killed with the answer; what it missed it finds by itself', async (t) => {
  const stripe = await startStripeServer(now);
  after(() => stripe.stop());
  const siteSecret = randomBytes(32);
  const seal = createSeal({ siteSecret, randomBytes });
  const env = {
    HUSHLINK_SITE_SECRET: siteSecret.toString('base64url'),
    ...{ ...PLANS_ON, HUSHLINK_PLANS_PAID: JSON.stringify(PAID), HUSHLINK_BILLING_STRIPE_ORIGIN: stripe.origin },
    ...{ HUSHLINK_BILLING_STRIPE_KEY: STRIPE_KEY, HUSHLINK_BILLING_WEBHOOK_SECRET: WEBHOOK_SECRET },
  };
  const server = await startServer({ env });
  t.after(() => server.stop());
  const data = join(server.folder, 'data');
  const customers = (...args: string[]) =>
    runCli(['customers', ...args], { env: { ...env, HUSHLINK_DATA: data }, input: 'correct horse battery\n' });
  assert.equal((await customers('create', 'anna@example.org', '--password-file', '-')).code, 0);
  const store = openSqliteStore({ path: join(data, 'hushlink.db'), policy: POLICY, now, onSweepError: () => {} });
  t.after(() => store.close());
  const { createdAtMs } = (await store.accounts.find('anna@example.org' as CustId))!;

  const payer = stripe.books.addCustomer('anna@example.org');
  const mark = createMac(seal.siteKey('payment-reference')).of(`${createdAtMs} anna@example.org`);
  const named = { hushlink_custid: 'anna@example.org', hushlink_created: String(createdAtMs) };
  const metadata = { ...named, hushlink_mark: mark };
  const endsAtMs = Math.ceil(now() / 1000) * 1000 + DAY_MS;
  const bought = stripe.books.addSubscription({ customer: payer.id, metadata, endsAtMs });
  const body = stripe.message('customer.subscription.created', bought);
  const answered = await fetch(`${server.url}/billing/webhook`, {
    ...{ method: 'POST', body: body.toString() },
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': stripe.sign(body, now()) },
  });
  assert.equal(answered.status, 200);
  await server.kill('SIGKILL');
  const { paid } = (await store.accounts.find('anna@example.org' as CustId))!;
  assert.deepEqual(paid, { planid: 'identity', untilMs: endsAtMs + 3 * DAY_MS });

  // While nobody serves, the account goes; the server that comes back ends what is paid for it.
  assert.equal((await customers('delete', 'anna@example.org', '--yes')).code, 0);
  const cancelled = stripe.called(`DELETE /v1/subscriptions/${bought.id}`);
  await server.start();
  await cancelled;
});
