import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Testimonial, UpgradeOffer } from '#src/features/plans/plan-wire.ts';
import { createUpgradeModel } from '#src/islands/upgrade/model.ts';

const testimonial = (quote: string): Testimonial => ({ quote, name: 'Sample', company: 'sample', stars: 5 });
const offer: UpgradeOffer = {
  tier: {
    ...{ id: 'identity', name: 'Identity Plus', href: '/plans/identity', cta: 'Choose Identity Plus' },
    price: { monthly: '$35', annually: '$365' },
    ...{ description: '', features: [], featured: true, coming: false },
  },
  frequencies: [
    { value: 'monthly', label: 'Monthly', priceSuffix: '/month' },
    { value: 'annually', label: 'Yearly', priceSuffix: '/year' },
  ],
  testimonials: [testimonial('a'), testimonial('b'), testimonial('c')],
};

test('every opening picks a testimonial by chance [PLAN-16]', () => {
  const dice = [0, 0.5, 0.99];
  const model = createUpgradeModel({ offer, random: () => dice.shift() ?? 0 });
  const seen = [1, 2, 3].map(() => {
    model.open();
    assert.equal(model.isOpen.value, true);
    model.close();
    assert.equal(model.isOpen.value, false);
    return offer.testimonials[model.testimonialAt.value]?.quote;
  });
  assert.deepEqual(seen, ['a', 'b', 'c']);
});

test('the way to payment follows the choice between monthly and yearly, which outlives closing [PLAN-14 PLAN-17]', () => {
  const model = createUpgradeModel({ offer, random: () => 0 });
  assert.deepEqual([model.frequency.value, model.href()], ['monthly', '/plans/identity/month']);
  model.choose('annually');
  assert.equal(model.href(), '/plans/identity/year');
  model.open();
  model.close();
  model.open();
  assert.deepEqual([model.frequency.value, model.href()], ['annually', '/plans/identity/year']);
});
