import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageContext } from '#views/page-props.ts';
import type { PlanStep } from '#views/plans/plan-props.ts';
import { context, homePage, render, secretPage, t, wordsOf } from './sample-pages.ts';
import { knowing, partOf, signedIn, signInPage } from './sample-people.ts';
import { offer } from './sample-plans.ts';

const { tiers, frequencies, upgrade } = offer;
const [tier] = tiers;

function planPage(next: PlanStep, changes: Partial<PageContext> = {}): string {
  assert.ok(tier);
  return render({ name: 'plan', props: { tier, frequencies, frequency: 'annually', next } }, changes);
}

test('payment begins with a plain link and not with a form, which must not end on another site', () => {
  const html = planPage({ kind: 'pay', href: 'https://pay.example.org/x?a=1&b=2' });
  assert.match(html, /<a class="[^"]*" href="https:\/\/pay\.example\.org\/x\?a=1&amp;b=2">Continue to payment<svg/);
  assert.doesNotMatch(html, /<form/);
});

test('who pays already is led to that subscription', () => {
  const html = planPage({ kind: 'manage', href: '/account/billing_portal' });
  assert.match(html, /href="\/account\/billing_portal">Manage Subscription/);
  assert.doesNotMatch(html, /Continue to payment/);
});

test('without an address to write to the page of a plan only says that nothing can be paid', () => {
  const html = planPage({ kind: 'no-billing', contactAddress: null });
  assert.match(wordsOf(html), /Nothing can be paid on this site\./);
  assert.doesNotMatch(html, /data-email|Write to/);
});

test('nobody is sent to create an account or to sign in where that is switched off', () => {
  const authentication = { enabled: true, signup: false, signin: true };
  const known = planPage({ kind: 'sign-in' }, knowing({ authentication }));
  assert.doesNotMatch(known, /href="\/signup/);
  assert.match(known, /href="\/signin\?redirect=%2Fplans%2Fidentity%2Fyear"/);
  const none = planPage({ kind: 'sign-in' }, knowing({ authentication: { ...authentication, signin: false } }));
  assert.doesNotMatch(none, /href="\/sign/);
  assert.match(wordsOf(none), /Nobody can sign in here at the moment/);
});

test('the bolt opens the dialog of the upgrade and leads to the prices without script, and only who has a use for it gets it [PLAN-18]', () => {
  const lacking = { ...signedIn({ domains_enabled: true, plans_enabled: true }), upgrade };
  const header = partOf(render(homePage(), lacking), 'header', 'head') ?? '';
  assert.match(header, /href="\/pricing" aria-label="Upgrade to Identity Plus" data-upgrade-open=""/);
  assert.match(render(homePage(), lacking), /data-island="upgrade"/);
  for (const changes of [{}, signedIn({ plans_enabled: true })]) {
    const html = render(homePage(), changes);
    assert.doesNotMatch(html, /data-upgrade-open|data-island="upgrade"|Upgrade to/);
  }
});

test('pages without the whole header hold no dialog', () => {
  assert.doesNotMatch(render(secretPage(), { ...signedIn(), upgrade }), /data-upgrade-open|data-island="upgrade"/);
});

test('both frequencies stand on the page of prices, the button of each with its name where no stylesheet hides one [PLAN-02 PLAN-09]', () => {
  const [testimonial] = offer.testimonials;
  const { freePrice } = offer;
  const props = { frequency: 'annually', frequencies, tiers, testimonial, freePrice, selfHostingUrl: null } as const;
  const html = render({ name: 'pricing', props }, context);
  assert.match(html, /is-month"[^>]*>Choose Identity Plus <span class="freq__label">Monthly<\/span>/);
  assert.match(html, /is-year"[^>]*>Choose Identity Plus <span class="freq__label">Yearly<\/span>/);
  assert.match(html, new RegExp(`<title>${t('pricing.page.title')} · Hushlink</title>`));
  assert.doesNotMatch(html, /name="robots"/);
});

test('the footer of a page with links leads to the prices where something is sold [PLAN-01]', () => {
  const footerOf = (html: string) => partOf(html, 'footer', 'foot') ?? '';
  const selling = knowing({ plans_enabled: true });
  assert.match(footerOf(render(homePage(), selling)), /<li><a href="\/pricing">Pricing<\/a><\/li>/);
  assert.doesNotMatch(footerOf(render(signInPage(), selling)), /pricing/);
  assert.doesNotMatch(footerOf(render(homePage())), /pricing/);
});
