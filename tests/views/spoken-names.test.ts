import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burned, burnPage, homePage, privatePage, recipientBurnPage, render, secretPage } from './sample-pages.ts';
import { knowing, regions, signUpPage } from './sample-people.ts';
import { offer } from './sample-plans.ts';
import {
  accountPage,
  colonelPage,
  customer,
  dashboardPage,
  plan,
  recent,
  recentPage,
  renderSignedIn,
} from './sample-workspace.ts';

const { tiers, frequencies, freePrice } = offer;
const [tier] = tiers;
const [testimonial] = offer.testimonials;
assert.ok(tier);
const inRegion = knowing({ regions_enabled: true, jurisdictions: regions });
const noBilling = { kind: 'no-billing', contactAddress: 'office@example.org' } as const;
const withoutApi = { ...plan, options: { ...plan.options, api: false } };

const pages: Readonly<Record<string, string>> = {
  home: render(homePage(), inRegion),
  'private page': render(privatePage({ details: { has_passphrase: true } })),
  'private page of what is over': render(privatePage(burned)),
  secret: render(secretPage({ record: { is_owner: true } })),
  'secret that is gone': render({ name: 'secret-gone', props: { host: 'hush.example.org' } }),
  burning: render(burnPage()),
  'burning unread': render(recipientBurnPage()),
  'signing up': render(signUpPage(), inRegion),
  feedback: render({
    name: 'feedback',
    props: { message: '', address: '', isSent: false, isRed: false, error: null },
  }),
  pricing: render({
    name: 'pricing',
    props: { tiers, frequencies, frequency: 'monthly', testimonial, freePrice, selfHostingUrl: null },
  }),
  plan: render({ name: 'plan', props: { tier, frequencies, frequency: 'monthly', next: noBilling } }),
  dashboard: renderSignedIn(dashboardPage({ recipient: '' })),
  'recent secrets': renderSignedIn(recentPage(recent('abc123'))),
  account: renderSignedIn(accountPage({ account: { cust: { ...customer, plan: withoutApi } } })),
  colonel: renderSignedIn(colonelPage()),
};

/** What a screen reader names by its words, and the last letter before such a part with the first one in it. */
const NAMED = /<(a|button|summary)[\s>][\s\S]*?<\/\1>/g;
const JOINED = /[^\s>]<(?:span|bdi|small|code)[^>]*>[^\s<]/;
/** A space between an element and one of the marks by which React knows where a text of its own begins. */
const ALONE = /.{0,30}(?:<!-- --> (?=<)|(?<=>) <!-- -->).{0,30}/g;

test('pages have parts that a screen reader names by their words', () => {
  assert.ok(Object.values(pages).filter((html) => html.search(NAMED) >= 0).length > 10);
});

for (const [name, html] of Object.entries(pages)) {
  // Firefox puts no space where only the style sheet keeps two words apart: 'Recent secrets1'.
  test(`words that stand apart are spoken apart: ${name} [WCAG 4.1.2]`, () => {
    const named = html.match(NAMED) ?? [];
    assert.deepEqual(
      named.filter((one) => JOINED.test(one)),
      [],
    );
  });

  // Chromium leaves such a space out of what it hands to screen readers: 'E-mailoptional'.
  test(`a space between two words belongs to one of them: ${name} [WCAG 4.1.2]`, () => {
    assert.deepEqual(html.match(ALONE) ?? [], []);
  });
}
