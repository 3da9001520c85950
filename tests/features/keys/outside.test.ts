import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { stripeSettingsOf } from '#src/compose/billing.ts';
import { createHomeOwners } from '#src/compose/domain-homes.ts';
import { composeDomainWatch } from '#src/compose/domain-watch.ts';
import { composeResealer } from '#src/compose/keys.ts';
import { ownerTags } from '#src/compose/secrets.ts';
import { createMac } from '#src/crypto/mac.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { createPaymentReferences } from '#src/features/billing/payment-reference.ts';
import { type DomainName, PLAIN_BRAND } from '#src/features/domains/domain.ts';
import { createTimers } from '#src/timers.ts';
import { DOMAINS_ON, prove } from '../domains/stage.ts';
import { EASY, openFeedback } from '../feedback/anonymous.ts';
import { feedbackOf } from '../feedback/colonel-view.ts';
import { openChangedSite } from './changed-site.ts';

const owner = { custid: 'anna@example.org' as CustId, createdAtMs: 1 };
const STRIPE = {
  HUSHLINK_BILLING_STRIPE_KEY: 'sk_test_x',
  HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_x',
  HUSHLINK_PLANS_ENABLED: 'true',
};

test('what customers have put into their DNS still proves their domains, and a payment link names the same account', async (t) => {
  const site = await openChangedSite(t, { env: { ...DOMAINS_ON, ...STRIPE } });
  const proofOf = () => {
    const watch = composeDomainWatch({ ...site.composed, randomBytes });
    const ownerTag = ownerTags(site.seal)(owner);
    return watch?.proof.textOf({ ownerTag, name: 'a.example.org' as DomainName });
  };
  const referenceOf = () => createPaymentReferences(createMac(site.seal.nameKey('payment-reference'))).of(owner);
  const [proof, reference] = [proofOf(), referenceOf()];
  await site.changeSecret();
  assert.match(proof ?? '', /^hushlink-verify=/);
  assert.deepEqual([proofOf(), referenceOf()], [proof, reference]);
  assert.deepEqual(stripeSettingsOf(site.composed)?.references.read(reference ?? ''), owner);
});

test('whose plan decides about a home page is known after the change, and after it was sealed anew', async (t) => {
  const site = await openChangedSite(t, { env: DOMAINS_ON });
  const domain = await prove(site, 'home.example.org', { hasHome: true });
  const homeOwner = createHomeOwners(site.seal).seal(owner, domain.name);
  const brand = { ...PLAIN_BRAND, hasHome: true, homeOwner };
  await site.store.domains.setBrand(domain.ownerTag, domain.name, brand, site.clock.now());
  const namedOwner = async () => {
    const found = await site.store.domains.findServed(domain.name);
    return createHomeOwners(site.seal).open(found?.brand.homeOwner ?? '', domain.name);
  };
  await site.changeSecret();
  assert.deepEqual(await namedOwner(), owner);
  await composeResealer({ ...site.composed, timers: { ...createTimers(), pause: async () => {} } }).round();
  await site.dropPrevious();
  assert.deepEqual(await namedOwner(), owner);
});

test('a captcha that was solved before the change is accepted after it, and feedback of before can be read', async (t) => {
  const site = await openChangedSite(t, { env: EASY });
  const feedback = await openFeedback(site);
  const [first, second] = [await feedback.solved(), await feedback.solved()];
  await feedback.send({ msg: 'before', authenticity_payload: first });
  await site.changeSecret();
  await feedback.send({ msg: 'after', authenticity_payload: second });
  const { today_feedback: entries } = await feedbackOf(site).colonelView(site.clock.now());
  assert.deepEqual(entries.map(({ msg }) => msg).toSorted(), ['after', 'before']);
});
