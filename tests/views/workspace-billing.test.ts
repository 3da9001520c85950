import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentCustomerWire, SubscriptionWire } from '#src/features/billing/billing-wire.ts';
import { wordsOf } from './sample-pages.ts';
import { accountPage, renderSignedIn } from './sample-workspace.ts';

const payer: PaymentCustomerWire = {
  ...{ created: Date.UTC(2025, 2, 12) / 1000, email: 'robin@example.com', balance: 0 },
  invoice_settings: { default_payment_method: { card: { brand: 'visa', last4: '4242' } } },
};

function subscription(status: string, cents: number, interval: string, quantity = 1): SubscriptionWire {
  return {
    ...{ id: `sub_${status}`, status, current_period_end: Date.UTC(2026, 11, 12) / 1000 },
    items: { data: [{ price: { unit_amount: cents, recurring: { interval } }, quantity }] },
  };
}

const paying = (changes: Partial<PaymentCustomerWire> = {}, subscriptions = [subscription('active', 3500, 'month')]) =>
  renderSignedIn(
    accountPage({ account: { stripe_customer: { ...payer, ...changes }, stripe_subscriptions: subscriptions } }),
  );

test('the subscription section shows status, amount, quantity, interval and the end of the period of each [ACC-03 ACC-08]', () => {
  const html = paying({}, [subscription('active', 3500, 'month'), subscription('past_due', 36_500, 'year', 1200)]);
  const rows = [...html.matchAll(/<tr><td.*?<\/tr>/g)].map(([row]) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .replace(/\s+/g, ' '),
  );
  assert.deepEqual(rows, ['Active $35.00 1 month December 12, 2026', 'Past_due $365.00 1,200 year December 12, 2026']);
  const titles = Array.from(html.matchAll(/<h2 id="[\w-]+">([^<]+)</g), ([, title]) => title);
  for (const title of ['API key', 'Subscription', 'Update password', 'Delete account']) {
    assert.ok(titles.includes(title), title);
  }
  for (const label of ['Status', 'Amount', 'Quantity', 'Interval', 'Period ends']) {
    assert.ok(html.includes(`data-label="${label}"`), label);
  }
});

test('the badge is green for active and yellow for any other status; its label is the status with a capital first letter [ACC-09]', () => {
  const others = ['trialing', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];
  for (const status of ['active', ...others, 'something_new']) {
    const [, look, label = ''] = /<span class="badge (\S+)">([^<]+)<\/span>/.exec(
      paying({}, [subscription(status, 1, 'month')]),
    )!;
    assert.equal(look, status === 'active' ? 'badge--ok' : 'badge--warn', status);
    assert.deepEqual([label[0], label.slice(1)], [status[0]?.toUpperCase(), status.slice(1)]);
  }
});

test('who pays stands there with the day, the e-mail, the balance and the card [ACC-10]', () => {
  const words = wordsOf(paying());
  assert.match(words, /Customer since March 12, 2025/);
  assert.match(words, /Billing e-mail robin@example\.com/);
  assert.match(words, /Balance \$0\.00/);
  assert.match(words, /Default card Visa ending 4242/);
  const bare = wordsOf(paying({ email: null, invoice_settings: { default_payment_method: null } }));
  assert.doesNotMatch(bare, /Billing e-mail|Default card/);
});

test('amounts are cents, shown as dollars with two decimals [ACC-11]', () => {
  for (const [cents, shown] of [
    [0, '$0.00'],
    [5, '$0.05'],
    [3500, '$35.00'],
    [123_456_789, '$1,234,567.89'],
  ] as const) {
    const html = paying({ balance: cents }, [subscription('active', cents, 'month')]);
    assert.equal(wordsOf(html).split(shown).length, 3, shown);
  }
  assert.match(wordsOf(paying({ balance: -1250 })), /Balance \$12\.50 in your favour/);
});

test('the link to the portal is plain, and there only with subscriptions [ACC-12]', () => {
  assert.match(paying(), /<a href="\/account\/billing_portal">Manage Subscription<\/a>/);
  assert.doesNotMatch(paying({}, []), /billing_portal/);
  assert.doesNotMatch(renderSignedIn(accountPage()), /billing_portal|Subscription<\/h2>/);
});

test('the way to the plans is there where there are some', () => {
  assert.match(
    renderSignedIn(accountPage(), { plans_enabled: true }),
    /<a class="btn" href="\/pricing">See plans<\/a>/,
  );
  assert.doesNotMatch(renderSignedIn(accountPage(), { plans_enabled: false }), /\/pricing/);
});

test('who deletes an account that is paid for is told that the subscription ends', () => {
  assert.match(wordsOf(paying()), /Your subscription is cancelled at once/);
  assert.doesNotMatch(wordsOf(renderSignedIn(accountPage())), /subscription/i);
});
