import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configOf, defaultText, loaded, refusals, type Sample } from './load-sample.ts';

const hint =
  "such as '[{ id: team, name: Team, monthly: { dollars: 9 }, annually: { dollars: 90 }, ttl: 30d, size: 50000 }]'";

const team = {
  ...{ id: 'team', name: 'Team', monthly: { dollars: 9 }, annually: { dollars: 90.5 } },
  ...{ ttl: '30d', size: 50_000 },
};

/** JSON is YAML too. The second plan, on a line of its own, is the one that is looked at. */
function plansOf(second: unknown, more = ''): Sample {
  const items = [team, second].map((item) => `    - ${JSON.stringify(item)}\n`).join('');
  return { own: `plans:\n  enabled: true\n  paid:\n${items}${more}` };
}

const other = { ...team, id: 'other' };
const { monthly: _, ...unpriced } = other;

const priced = 'must hold dollars and perhaps stripe_price or payment_link';

/** What is wrong with a plan, the plan, and the line that the operator reads. */
const cases: readonly (readonly [string, unknown, string])[] = [
  ['an id that stands twice', team, 'must not hold the id team twice (got a list of 2)'],
  [
    'a price of Stripe that another has',
    { ...other, monthly: { dollars: 9, stripe_price: 'price_1' }, annually: { dollars: 90, stripe_price: 'price_1' } },
    'must not hold the stripe_price price_1 twice (got a list of 2)',
  ],
  ['an id of what everybody has', { ...other, id: 'basic' }, unsold('"basic"')],
  ['the id of visitors', { ...other, id: 'anonymous' }, unsold('"anonymous"')],
  [
    'an id that cannot stand in an address',
    { ...other, id: 'Team 1' },
    'item 2: id must be lower-case letters, digits, - and _ (got "Team 1")',
  ],
  ['no name', { ...other, name: ' ' }, 'item 2: name must not be empty (got "")'],
  ['a negative price', { ...other, monthly: { dollars: -1 } }, 'item 2: monthly dollars must be at least 0 (got -1)'],
  [
    'a price with a third decimal',
    { ...other, annually: { dollars: 9.999 } },
    'item 2: annually dollars must have at most two decimals (got 9.999)',
  ],
  [
    'a price in words',
    { ...other, annually: { dollars: 'nine' } },
    'item 2: annually dollars must be an amount in dollars (got "nine")',
  ],
  ['no price', unpriced, `item 2: monthly ${priced} (got nothing)`],
  ['a price that is a number', { ...other, monthly: 9 }, `item 2: monthly ${priced} (got 9)`],
  [
    'a payment link without encryption',
    { ...other, monthly: { dollars: 9, payment_link: 'http://pay.example' } },
    'item 2: monthly payment_link must be a web address that begins with https:// (got "http://pay.example")',
  ],
  [
    'a payment link that is a script',
    { ...other, monthly: { dollars: 9, payment_link: 'javascript:alert(1)' } },
    'item 2: monthly payment_link must be a web address that begins with https:// (got "javascript:alert(1)")',
  ],
  [
    'a price of no form that Stripe has',
    { ...other, monthly: { dollars: 9, stripe_price: 'my price' } },
    `item 2: monthly stripe_price must be an id of Stripe such as 'price_1Abc' (got "my price")`,
  ],
  ['an unknown key', { ...other, colour: 'red' }, 'item 2: must not hold colour'],
  ['an unknown key of a price', { ...other, monthly: { dollars: 9, euros: 8 } }, 'item 2: monthly must not hold euros'],
  ['a lifetime of more than a year', { ...other, ttl: '366d' }, 'item 2: ttl must be at most 31536000 (got 31622400)'],
  ['a lifetime of less than a minute', { ...other, ttl: 59 }, 'item 2: ttl must be at least 60 (got 59)'],
  ['a size of nothing', { ...other, size: 0 }, 'item 2: size must be at least 1 (got 0)'],
  ['a size beyond all bounds', { ...other, size: 1_000_001 }, 'item 2: size must be at most 1000000 (got 1000001)'],
  ['a switch in words', { ...other, api: 'yes' }, 'item 2: api must be true or false (got "yes")'],
  ['a word in place of a plan', 'team', 'must hold id, name, monthly, annually, ttl and size (got "team")'],
];

function unsold(got: string): string {
  return `item 2: id must not be one of the plans that every site has (got ${got})`;
}

for (const [what, plan, line] of cases) {
  test(`a plan with ${what} stops the start, with file, line and key`, () => {
    assert.deepEqual(refusals(plansOf(plan)), [`own.yaml:3 plans.paid ${line}; hint: ${hint}`]);
  });
}

test('plans that are no list stop the start, in a file and in the environment', () => {
  const line = (got: string) => `must be a list (got ${got}); hint: ${hint}`;
  assert.deepEqual(refusals({ own: 'plans: { paid: team }' }), [`own.yaml:1 plans.paid ${line('"team"')}`]);
  assert.deepEqual(refusals({ env: { HUSHLINK_PLANS_PAID: '[{' } }), [
    `HUSHLINK_PLANS_PAID ${line('"[{"')}, in a variable as JSON`,
  ]);
});

test('the environment gives plans as JSON, and what is wrong with one is named the same way', () => {
  const env = (plans: unknown) => ({ HUSHLINK_PLANS_ENABLED: 'true', HUSHLINK_PLANS_PAID: JSON.stringify(plans) });
  const { plans } = configOf({ env: env([team]) });
  const price = { stripePrice: null, paymentLink: null };
  assert.deepEqual(plans.paid, [
    {
      ...{ id: 'team', name: 'Team', isFeatured: false, isComing: false, description: null, features: null },
      prices: { monthly: { cents: 900, ...price }, annually: { cents: 9050, ...price } },
      ...{ stripeProduct: null, ttlSeconds: 2_592_000, maxContentChars: 50_000 },
      ...{ hasApi: true, hasEmail: true, hasCustomDomains: true, rateFactor: 1 },
    },
  ]);
  assert.deepEqual(refusals({ env: env([team, { ...other, size: 0 }]) }), [
    `HUSHLINK_PLANS_PAID item 2: size must be at least 1 (got 0); hint: ${hint}, in a variable as JSON`,
  ]);
  assert.deepEqual(configOf({ env: env([]) }).plans.paid, []);
});

test('the plans of the operator take the place of ours', () => {
  const { plans } = configOf(plansOf(other));
  assert.deepEqual(
    plans.paid.map(({ id }) => id),
    ['team', 'other'],
  );
});

test('without plans what is written of them has no effect: nothing is sold, and basic has everything', () => {
  const { own = '' } = plansOf({ ...other, size: 1_000_000 });
  const off = own.replace(
    'enabled: true',
    'enabled: false\n  basic: { api: false, custom_domains: false, email: false }',
  );
  const { plans } = configOf({ own: off });
  assert.deepEqual([plans.isEnabled, plans.paid], [false, []]);
  assert.deepEqual([plans.basic.hasApi, plans.basic.hasEmail, plans.basic.hasCustomDomains], [true, true, true]);
});

test('the largest content that any plan allows must fit into a request, while there are plans', () => {
  const large = plansOf({ ...other, size: 100_000 }, 'limits: { body_bytes: 1MiB }\n');
  const line = (sample: Sample) => sample.own?.trimEnd().split('\n').length;
  assert.deepEqual(refusals(large), [
    `own.yaml:${line(large)} limits.body_bytes must be at least 1204096 (got "1MiB"); hint: the largest content that a plan allows must fit into a request`,
  ]);
  assert.deepEqual(refusals({ own: large.own?.replace('enabled: true', 'enabled: false') ?? '' }), []);
  assert.deepEqual(refusals(plansOf({ ...other, size: 100_000 }, 'limits: { body_bytes: 1204096 }\n')), []);
  const basic = { own: 'plans: { basic: { size: 100000 } }' };
  const key = defaultText.split('\n').findIndex((text) => text.startsWith('  body_bytes:')) + 1;
  assert.match(refusals(basic)[0] ?? '', new RegExp(`^config/hushlink\\.yaml:${key} limits\\.body_bytes must be`));
});

test('a default lifetime above that of a plan is announced for each plan in force', () => {
  const short = { ...other, ttl: 3600 };
  const { warnings } = loaded(plansOf(short, '  basic: { ttl: 1d }\n'));
  assert.deepEqual(warnings, [
    'secrets.default_ttl is more than plans.basic.ttl; 86400 is used instead',
    'secrets.default_ttl is more than the ttl of other in plans.paid; 3600 is used instead',
  ]);
  const off = plansOf(short).own?.replace('enabled: true', 'enabled: false') ?? '';
  assert.deepEqual(loaded({ own: off }).warnings, []);
});

test('a plan that allows none of the lifetimes on offer is announced by its name', () => {
  const { warnings } = loaded(plansOf({ ...other, ttl: 60 }, 'secrets: { default_ttl: 60 }\n'));
  assert.deepEqual(warnings, [
    'secrets.ttl_options are all more than the ttl of other in plans.paid; the form offers none of them',
  ]);
});

test('only one half of what payment needs stops the start, and names the other', () => {
  const hintOfHalf = 'without the key only payment links work, without the secret nobody gets what was paid for';
  assert.deepEqual(
    refusals({ env: { HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_abc' }, own: 'billing: { stripe_key: null }' }),
    [`own.yaml:1 billing.stripe_key must be set with billing.webhook_secret (got nothing); hint: ${hintOfHalf}`],
  );
});

test('keys of Stripe that are of another kind stop the start, and are not printed', () => {
  const env = { HUSHLINK_BILLING_STRIPE_KEY: 'pk_test_mackerel', HUSHLINK_BILLING_WEBHOOK_SECRET: 'sk_test_anchovy' };
  const got = '(got a value that is not shown); hint: ';
  assert.deepEqual(refusals({ env }), [
    `HUSHLINK_BILLING_STRIPE_KEY must begin with sk_ or rk_ ${got}the dashboard of Stripe shows it under Developers, API keys`,
    `HUSHLINK_BILLING_WEBHOOK_SECRET must begin with whsec_ ${got}Stripe shows it with the endpoint, whose address is https://<site.host>/billing/webhook`,
  ]);
});

test('a product of Stripe that stands for two plans stops the start', () => {
  const env = {
    HUSHLINK_PLANS_PAID: JSON.stringify([team, other].map((plan) => ({ ...plan, stripe_product: 'prod_1' }))),
  };
  assert.match(refusals({ env })[0] ?? '', /^HUSHLINK_PLANS_PAID must not hold the stripe_product prod_1 twice/);
});

test('what nobody could pay for is announced: a price without a key, a key without a price, a site without accounts', () => {
  const priced = { ...other, monthly: { dollars: 9, stripe_price: 'price_1' } };
  const keys = { HUSHLINK_BILLING_STRIPE_KEY: 'rk_test_1', HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_1' };
  const warningsOf = (plan: object, env: object = {}) =>
    loaded({ env: { HUSHLINK_PLANS_ENABLED: 'true', HUSHLINK_PLANS_PAID: JSON.stringify([plan]), ...env } }).warnings;
  assert.deepEqual(warningsOf(priced), [
    'plans.paid: other cannot be paid monthly: stripe_price does nothing without billing.stripe_key',
  ]);
  assert.deepEqual(warningsOf(priced, keys), [
    'plans.paid: other cannot be paid annually: it has neither stripe_price nor payment_link',
  ]);
  assert.deepEqual(warningsOf(other), [], 'given by hand');
  assert.deepEqual(warningsOf({ ...priced, coming: true }, keys), []);
  const linked = { ...priced, annually: { dollars: 90, payment_link: 'https://buy.example/1' } };
  assert.deepEqual(warningsOf(linked, keys), []);
  assert.deepEqual(warningsOf(other, { HUSHLINK_AUTHENTICATION_ENABLED: 'false' }), [
    'plans.enabled sells nothing without authentication.enabled: plans belong to customers',
  ]);
});
