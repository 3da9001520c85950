import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteGlobalsWire } from '#src/features/pages/globals-wire.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { gapAfter, joinSentences } from '#src/ui/sentences.ts';
import type { TranslatedLanguage } from '#views/info/info-props.ts';
import type { Page } from '#views/page-props.ts';
import { releasePacks } from '../support/packs.ts';
import { apex, cluster, domain, domainsPage, verifyPage } from './sample-domains.ts';
import { burnPage, context, recipientBurnPage, render, secretPage } from './sample-pages.ts';
import { regions, signUpPage } from './sample-people.ts';
import { offer } from './sample-plans.ts';
import { accountPage, customer, plan, signedIn } from './sample-workspace.ts';

const words = createTexts(releasePacks).translator('cn');

test('a full stop of Chinese has no space after it, one of other languages has', () => {
  assert.deepEqual(['好。', '好吗？', '好！', 'Yes.', 'No?', '[made up]'].map(gapAfter), ['', '', '', ' ', ' ', ' ']);
  assert.equal(joinSentences(['One.', 'Two.', 'Three.']), 'One. Two. Three.');
  assert.equal(joinSentences(['一。', '二。', '三。']), '一。二。三。');
});

const [tier] = offer.tiers;
assert.ok(tier);
const chinese: TranslatedLanguage = {
  code: 'cn',
  tag: 'zh',
  name: '中文',
  dir: 'ltr',
  isSupported: true,
  translators: [],
};
const withoutApi = { ...plan, options: { ...plan.options, api: false } };
const withDomains = { ...plan, options: { ...plan.options, custom_domains: true } };
const rich = { plan: withDomains, customer: { ...customer, plan: withDomains } };
const poor = { ...signedIn, domains_enabled: true, plan: withoutApi, customer: { ...customer, plan: withoutApi } };

/** Pages on which one sentence follows another in a paragraph, how both of them begin, and what the page knows. */
const PAGES: readonly (readonly [
  name: string,
  page: Page,
  follows: RegExp,
  globals?: Partial<SiteGlobalsWire>,
  path?: string,
])[] = [
  ['a sealed secret', secretPage(), /只能看一次。它只能打开一次/],
  [
    'a secret with a passphrase',
    secretPage({ record: { has_passphrase: true }, details: { tries_left: 9 } }),
    /告知您。还可尝试 9 次/,
  ],
  ['a secret of one’s own', secretPage({ record: { is_owner: true } }), /自己的秘密。它由您创建。/],
  ['a secret that is gone', { name: 'secret-gone', props: { host: 'secrets.example.com' } }, /打开的吗？请告知发件人/],
  ['burning', burnPage(), /永久的。此操作/],
  ['burning unread', recipientBurnPage(), /永久的。此操作/],
  ['signing up', signUpPage(), /。如需保存在其他区域/, { regions_enabled: true, jurisdictions: regions }],
  [
    'feedback',
    { name: 'feedback', props: { message: '', address: '', isSent: false, isRed: false, error: null } },
    /版本。按 Ctrl\+Enter/,
  ],
  [
    'translations',
    {
      name: 'translations',
      props: {
        languages: [chinese],
        sourceUrl: null,
        contributionAddress: null,
        launched: 2024,
        translatedSince: 2025,
      },
    },
    /的人。Hushlink 于 2024 年推出。自 2025 年/,
  ],
  [
    'a plan that nobody can pay',
    {
      name: 'plan',
      props: {
        tier,
        ...{ frequencies: offer.frequencies, frequency: 'annually' },
        next: { kind: 'no-billing', contactAddress: 'a@example.org' },
      },
    },
    /无法付款。如需此套餐/,
  ],
  [
    'an account without the API',
    accountPage({ account: { has_apitoken: true, cust: poor.customer } }),
    /代您操作。您的密钥/,
    poor,
    '/account',
  ],
  [
    'domains without a plan for them',
    domainsPage({ domains: [domain()] }),
    /自己的域名。之前创建的链接/,
    poor,
    '/account/domains',
  ],
  [
    'an apex domain',
    verifyPage({ domain: apex, cluster: { ...cluster, cluster_ip: null } }),
    /A 记录。本站没有/,
    { ...poor, ...rich },
    '/account/domains/example.org/verify',
  ],
];

for (const [name, page, follows, globals, path = '/'] of PAGES) {
  test(`sentences follow one another without a space in Chinese: ${name}`, () => {
    const known = { ...context.globals, ...globals };
    const html = render(page, { locale: 'cn', lang: 'zh', path, globals: known }, words);
    const text = html.replace(/<!-- -->|<[^>]*>/g, '');
    assert.match(text, follows);
    assert.doesNotMatch(text, /[。！？] \p{Script=Han}/u);
  });
}
