import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApp } from '../../support/app.ts';
import { PLANS_ON } from '../../support/plans.ts';
import { visitorOf } from '../../support/visitor.ts';

const site = createTestApp(
  { after },
  { env: { ...PLANS_ON, HUSHLINK_SITE_SELF_HOSTING_URL: 'https://code.example.org/hushlink' } },
);
const pricing = async (path = '/pricing') => (await visitorOf(site).open(path)).text;

/** The words of the page, without what it is made of. */
const wordsOf = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

test('anybody may look at the prices, and gets no cookie for it [PLAN-01]', async () => {
  const visitor = visitorOf(site);
  const page = await visitor.open('/pricing');
  assert.equal(page.status, 200);
  assert.equal(visitor.cookies(), '');
  assert.match(page.text, /<h1>Pricing<\/h1>/);
});

test('the prices stand in the wide layout [SHELL-14]', async () => {
  assert.match(await pricing(), /<main class="main main--wide" id="main">/);
});

test('there are two frequencies to choose from and two cards, and no other prices than theirs and nothing [PLAN-02 PLAN-06 PLAN-07 PLAN-13]', async () => {
  const html = await pricing();
  const radios = [...html.matchAll(/<input type="radio" name="frequency"[^>]* value="(\w+)"/g)].map(
    ([, value]) => value,
  );
  assert.deepEqual(radios, ['monthly', 'annually']);
  assert.match(wordsOf(html), /Monthly Yearly/);
  assert.equal(html.match(/<section class="card plan/g)?.length, 2);
  const prices = wordsOf(html).match(/\$[\d.,]+ ?\/(?:month|year)/g);
  assert.deepEqual(
    prices?.map((price) => price.replace(' ', '')),
    ['$35/month', '$365/year', '$245/month', '$2545/year', '$0/month', '$0/month'],
  );
  assert.match(wordsOf(html), /Global Elite Coming this fall/);
});

test('each card says what its plan gives [PLAN-06 PLAN-07]', async () => {
  const env = { ...PLANS_ON, HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_SITE_HOST: 'localhost:3000' };
  const { text } = await visitorOf(createTestApp({ after }, { env })).open('/pricing');
  const [identity = '', dedicated = ''] = text.match(/<section class="card plan[\s\S]*?<\/section>/g) ?? [];
  assert.match(identity, /Identity Plus[\s\S]*Unlimited custom domains[\s\S]*Full API access/);
  assert.match(
    dedicated,
    /Global Elite[\s\S]*Dedicated infrastructure[\s\S]*Data locality options: EU or US[\s\S]*Scheduled delivery within 2-4 business days/,
  );
});

test('where customers may have only so many domains a card promises no more than that', async () => {
  const domains = { HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_DOMAINS_PER_CUSTOMER: '3' };
  const env = { ...PLANS_ON, ...domains, HUSHLINK_SITE_HOST: 'localhost:3000' };
  const page = await visitorOf(createTestApp({ after }, { env })).open('/pricing');
  assert.match(page.text, /Up to 3 custom domains/);
  assert.doesNotMatch(page.text, /Unlimited custom domains/);
});

test('where programs are refused no page of a plan promises the API', async () => {
  const visitor = visitorOf(createTestApp({ after }, { env: { ...PLANS_ON, HUSHLINK_API_ENABLED: 'false' } }));
  for (const path of ['/pricing', '/plans/identity/month']) {
    const { status, text } = await visitor.open(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /API access/, path);
  }
});

test('monthly is chosen at first, yearly where the address says so [PLAN-02]', async () => {
  const chosenOn = async (path: string) =>
    /<input type="radio"[^>]*value="(\w+)"[^>]*checked=""|checked=""[^>]*value="(\w+)"/
      .exec(await pricing(path))
      ?.slice(1)
      .find(Boolean);
  assert.equal(await chosenOn('/pricing'), 'monthly');
  assert.equal(await chosenOn('/pricing?frequency=annually'), 'annually');
  assert.equal(await chosenOn('/pricing?frequency=weekly'), 'monthly');
});

test('each card’s form asks by GET for the plan’s link with the suffix of a frequency [PLAN-08 PLAN-09]', async () => {
  const html = await pricing();
  const forms = [...html.matchAll(/<form action="([^"]+)" method="get">([\s\S]*?)<\/form>/g)];
  const targets = forms.map(([, action, body = '']) => [
    action,
    ...[...body.matchAll(/formAction="([^"]+)"/gi)].map(([, target]) => target),
  ]);
  assert.deepEqual(targets, [
    ['/plans/identity', '/plans/identity/month', '/plans/identity/year'],
    ['/plans/dedicated', '/plans/dedicated/month', '/plans/dedicated/year'],
  ]);
});

test('the panel offers to start free and to self-host with the SimpleStack guarantee, and says what that is [PLAN-04 PLAN-05 AUTH-13]', async () => {
  const html = await pricing();
  const words = wordsOf(html);
  assert.match(words, /Unlimited-Time Offer Start free \$0 \/month .*Get Started for Free/);
  assert.match(words, /SimpleStack guarantee: one process, one file or one Redis, nothing else to run/);
  assert.match(html, /<a class="btn" href="\/signup\/basic">Get Started for Free<\/a>/);
  assert.match(html, /<a class="btn" href="https:\/\/code\.example\.org\/hushlink">Self-hosting guide<svg/);
  const bare = await visitorOf(createTestApp({ after }, { env: PLANS_ON })).open('/pricing');
  assert.doesNotMatch(bare.text, /Self-hosting guide/);
  assert.match(bare.text, /SimpleStack/);
});

test('one made-up testimonial stands there, and says that it is AI-generated and not from a real person [PLAN-03]', async () => {
  const [figure = '', ...others] = (await pricing()).match(/<figure class="quote">[\s\S]*?<\/figure>/g) ?? [];
  assert.deepEqual(others, []);
  assert.match(figure, /aria-label="[45] of 5 stars"/);
  assert.match(figure, /Sample reviewer, sample [\w ]+\. AI-generated, not from a real person\./);
});

test('with plans off there are no prices and no plans [PLAN-01]', async () => {
  const off = visitorOf(createTestApp({ after }));
  for (const path of ['/pricing', '/plans/identity', '/plans/identity/month']) {
    assert.equal((await off.open(path)).status, 404, path);
  }
});

test('who comes again without one of the pages in hand gets a testimonial by chance [PLAN-03]', async () => {
  const seen = new Set<string>();
  for (let visits = 0; visits < 60 && seen.size < 2; visits += 1) {
    seen.add(/<blockquote>[\s\S]*?<\/blockquote>/.exec(await pricing())?.[0] ?? '');
  }
  assert.equal(seen.size, 2);
});
