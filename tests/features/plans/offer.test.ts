import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOffer, formatPrice, type OfferDeps, type PlanOnSale } from '#src/features/plans/offer.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { openResources } from '#src/resources.ts';
import { readConfig } from '../../support/app.ts';

const t = createTexts(openPacks(openResources())).translator('en');
const configured = readConfig({ HUSHLINK_PLANS_ENABLED: 'true' }).plans.paid;
const [identity, dedicated] = [configured[0]!, configured[1]!];

const offerOf = (plans: readonly PlanOnSale[], changes: Partial<OfferDeps> = {}) =>
  createOffer({ plans, hasApi: true, hasDomains: true, domainsPerCustomer: null, ...changes }, { t, lang: 'en' });

test('Identity Plus costs $35 a month or $365 a year, with unlimited custom domains and full API access, under /plans/identity [PLAN-06 PLAN-08 PLAN-11]', () => {
  assert.deepEqual(offerOf(configured).tiers[0], {
    ...{ id: 'identity', name: 'Identity Plus', href: '/plans/identity', cta: 'Choose Identity Plus' },
    price: { monthly: '$35', annually: '$365' },
    description: 'Your own domain on every link.',
    features: ['Unlimited custom domains', 'Full API access'],
    ...{ featured: true, coming: false },
  });
});

test('Global Elite costs $245 a month or $2545 a year, with infrastructure of its own, and is still to come, under /plans/dedicated [PLAN-07 PLAN-08 PLAN-11]', () => {
  assert.deepEqual(offerOf(configured).tiers[1], {
    ...{ id: 'dedicated', name: 'Global Elite', href: '/plans/dedicated', cta: 'Choose Global Elite' },
    price: { monthly: '$245', annually: '$2545' },
    description: 'Dedicated infrastructure.',
    features: [
      'Dedicated infrastructure',
      'Data locality options: EU or US',
      'Scheduled delivery within 2-4 business days',
    ],
    ...{ featured: false, coming: true },
  });
});

test('somebody pays monthly or annually, and each has a value, a label and a suffix [PLAN-10]', () => {
  assert.deepEqual(offerOf(configured).frequencies, [
    { value: 'monthly', label: 'Monthly', priceSuffix: '/month' },
    { value: 'annually', label: 'Yearly', priceSuffix: '/year' },
  ]);
});

test('a testimonial has a quote, a name, a company and up to five stars, and no two say the same [PLAN-12]', () => {
  const { testimonials } = offerOf(configured);
  for (const { quote, name, company, stars } of testimonials) {
    // What is no key has been found in the texts.
    for (const text of [quote, name, company]) assert.match(text, /^(?!testimonials\.)\S/);
    assert.ok(Number.isInteger(stars) && stars >= 1 && stars <= 5);
  }
  assert.ok(testimonials.length >= 4);
  assert.equal(new Set(testimonials.map(({ quote }) => quote)).size, testimonials.length);
});

test('an amount has no decimals that say nothing, and is written as the language does', () => {
  const amounts = [0, 900, 950, 254_500, 1_200_000].map((cents) => formatPrice('en', cents));
  assert.deepEqual(amounts, ['$0', '$9', '$9.50', '$2545', '$12,000']);
  assert.match(formatPrice('de', 1250), /^12,50\s\$$/);
});

test('the operator’s own words and plans stand in the place of ours, and of unknown plans nothing is made up', () => {
  const own = { ...identity, description: 'Ours alone.', features: ['One thing'] };
  const [tier] = offerOf([own]).tiers;
  assert.deepEqual([tier?.description, tier?.features], ['Ours alone.', ['One thing']]);
  const [unknown] = offerOf([{ ...identity, id: 'house', name: 'House' }]).tiers;
  assert.deepEqual([unknown?.description, unknown?.features, unknown?.cta], ['', [], 'Choose House']);
});

test('nothing is promised that the site or the plan does not have', () => {
  const [tier] = offerOf(configured, { hasDomains: false }).tiers;
  assert.deepEqual([tier?.description, tier?.features], ['', ['Full API access']]);
  const [closed] = offerOf(configured, { hasApi: false }).tiers;
  assert.deepEqual(closed?.features, ['Unlimited custom domains']);
  const [bare] = offerOf([{ ...identity, hasApi: false, hasCustomDomains: false }]).tiers;
  assert.deepEqual(bare?.features, []);
});

test('where customers may have only so many domains, unlimited ones are not promised', () => {
  const firstOf = (domainsPerCustomer: number) => offerOf([identity], { domainsPerCustomer }).tiers[0]?.features[0];
  assert.deepEqual([1, 3, 10_000].map(firstOf), [
    'One custom domain',
    'Up to 3 custom domains',
    'Up to 10,000 custom domains',
  ]);
});

test('the upgrade is the featured plan that is sold and has custom domains, else the first of those, else none [PLAN-18]', () => {
  const other = { ...identity, id: 'house', isFeatured: false };
  const upgradeOf = (plans: readonly PlanOnSale[], changes?: Partial<OfferDeps>) =>
    offerOf(plans, changes).upgrade?.tier.id ?? null;
  assert.equal(upgradeOf([other, identity]), 'identity');
  assert.equal(upgradeOf([dedicated, other]), 'house');
  assert.equal(upgradeOf([dedicated]), null);
  assert.equal(upgradeOf([{ ...identity, hasCustomDomains: false }]), null);
  assert.equal(upgradeOf(configured, { hasDomains: false }), null);
});
