import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import supertest from 'supertest';
import { createTestApp } from '../../support/app.ts';
import { articleWords, LEGAL } from '../../support/legal.ts';
import { releasePacks } from '../../support/packs.ts';
import { PLANS_ON, plansPaidAt } from '../../support/plans.ts';
import { temporaryFolder } from '../../support/temp.ts';

const NAMES = ['terms', 'privacy', 'security'] as const;

type Env = Readonly<Record<string, string>>;

function pagesOf(t: Pick<TestContext, 'after'>, env: Env = {}) {
  const { app } = createTestApp(t, { env });
  return async (path: string, headers: Env = {}) => supertest(app).get(path).set('Host', 'localhost:3000').set(headers);
}

async function wordsOf(t: TestContext, env: Env, name: (typeof NAMES)[number]): Promise<string> {
  return articleWords((await pagesOf(t, env)(`/info/${name}`)).text);
}

test('what has no value is not said: neither law, courts and addresses, nor versions', async (t) => {
  const terms = await wordsOf(t, {}, 'terms');
  assert.doesNotMatch(terms, /Law and courts|governed by|The courts|Send such a notice|You reach us/);
  assert.match(terms, /§ Assignment/);
  const courtsOnly = await wordsOf(t, { HUSHLINK_LEGAL_COURTS: 'Vancouver' }, 'terms');
  assert.match(courtsOnly, /The courts in Vancouver decide/);
  assert.doesNotMatch(courtsOnly, /governed by/);
  const security = await wordsOf(t, {}, 'security');
  assert.doesNotMatch(security, /Supported versions|Reporting|What to expect|subject/);
  assert.match(security, /How what you share here is protected\. .*§ How secrets are protected/);
  const reporting = await wordsOf(t, { HUSHLINK_LEGAL_SECURITY_ADDRESS: 'security@example.org' }, 'security');
  assert.match(reporting, /How to report a vulnerability .*§ Reporting a vulnerability/);
  assert.doesNotMatch(reporting, /Supported versions|How what you share/);
});

test('numbers are those of the configuration, in singular and plural', async (t) => {
  const env = {
    ...LEGAL,
    ...{ HUSHLINK_LEGAL_MINIMUM_AGE: '16', HUSHLINK_LEGAL_BACKUP_DAYS: '1', HUSHLINK_LEGAL_ASSESS_DAYS: '1' },
    HUSHLINK_LEGAL_COPY_DAYS: '1000',
  };
  const terms = await wordsOf(t, env, 'terms');
  assert.match(terms, /at least 16 years old/);
  assert.match(terms, /Backups are kept at most 1 day\./);
  assert.match(terms, /a copy of your data for 1,000 days/);
  assert.match(await wordsOf(t, env, 'security'), /initial assessment within 1 business day\./);
});

test('the privacy page speaks of nothing that this site does not have', async (t) => {
  const plain = await wordsOf(t, {}, 'privacy');
  assert.doesNotMatch(plain, /Custom domains|mail server|card payment|region you chose|Details for support/);
  const off = await wordsOf(t, { HUSHLINK_AUTHENTICATION_ENABLED: 'false' }, 'privacy');
  assert.doesNotMatch(off, /§ Your account|§ Feedback|sess keeps/);
  const more = await wordsOf(t, { HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_SITE_HOST: 'localhost:3000' }, 'privacy');
  assert.match(more, /§ Custom domains/);
});

test('the security page says that links of accounts are kept, in every language, where there are accounts', async (t) => {
  const on = pagesOf(t);
  const off = pagesOf(t, { HUSHLINK_AUTHENTICATION_ENABLED: 'false' });
  const kept = /with it\..* The recent links of an account are kept, .* key of the server/;
  assert.match(articleWords((await on('/info/security')).text), kept);
  const points = ({ text }: { text: string }) => text.match(/<li>/g)?.length ?? 0;
  for (const locale of releasePacks.locales) {
    const path = `/info/security?locale=${locale}`;
    assert.equal(points(await on(path)) - points(await off(path)), 1, locale);
  }
});

test('the privacy page says who learns what of a payment, as this site takes payments', async (t) => {
  const provider = /billed by a card payment provider\. It learns your address/;
  const learned = /keep with your account, what is paid.* brand and last four digits of your card/;
  const links = await wordsOf(t, plansPaidAt('https://buy.example'), 'privacy');
  assert.match(links, provider);
  assert.doesNotMatch(links, learned);
  const keys = { HUSHLINK_BILLING_STRIPE_KEY: 'sk_test_1', HUSHLINK_BILLING_WEBHOOK_SECRET: 'whsec_1' };
  const stripe = await wordsOf(t, { ...PLANS_ON, ...keys }, 'privacy');
  assert.match(stripe, provider);
  assert.match(stripe, learned);
  for (const env of [PLANS_ON, keys]) assert.doesNotMatch(await wordsOf(t, env, 'privacy'), /payment/i);
});

test('our texts say that they are an example until somebody has put a name to them', async (t) => {
  const sample = /This is an example text that came with the software\./;
  for (const name of NAMES) {
    assert.match((await pagesOf(t)(`/info/${name}`)).text, sample);
    assert.doesNotMatch((await pagesOf(t, LEGAL)(`/info/${name}`)).text, sample);
  }
});

test('without such pages there are none, no link leads to them, and the sign-up says what is agreed to without links', async (t) => {
  const get = pagesOf(t, { HUSHLINK_LEGAL_ENABLED: 'false' });
  for (const name of NAMES) assert.equal((await get(`/info/${name}`)).status, 404);
  for (const path of ['/', '/signup', '/translations']) assert.doesNotMatch((await get(path)).text, /\/info\//);
  assert.match((await get('/signup')).text, /I agree to the terms and the privacy policy\./);
});

test('footer and sign-up lead to the pages where they are', async (t) => {
  const get = pagesOf(t);
  for (const path of ['/', '/info/terms', '/translations']) {
    for (const name of NAMES) assert.match((await get(path)).text, new RegExp(`<li><a href="/info/${name}">`));
  }
  const { text } = await get('/signup');
  assert.match(text, /I agree to the <a href="\/info\/terms"[^>]*>terms<\/a> and the <a href="\/info\/privacy"/);
});

/** A folder of the operator's, with these files. */
function ownFolder(t: TestContext, files: Env): string {
  const folder = join(temporaryFolder(t), 'legal');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('an operator’s own text takes the place of ours, the others stay', async (t) => {
  const folder = ownFolder(t, {
    'terms.md': '# House rules\n\nOf {{legal.provider}}.\n\n## One\n\nBe kind.\n',
    'notes.txt': '',
  });
  const get = pagesOf(t, { HUSHLINK_LEGAL_FOLDER: folder });
  const { text } = await get('/info/terms');
  assert.match(articleWords(text), /^House rules Of Hushlink\. .*§ One Be kind\.$/);
  assert.doesNotMatch(text, /example text/);
  assert.match((await get('/info/privacy')).text, /<h1[^>]*>Privacy<\/h1>/);
});

test('what an operator wrote wrongly stops the start, with file and line', async (t) => {
  const cases = [
    [{ 'terms.md': '# T\n\n{{legal.lwa}}\n' }, /terms\.md:3 \{\{legal\.lwa\}\} is no placeholder; hint: /],
    [{ 'terms.md': '# T\n\nopen {{legal.law\n' }, /terms\.md:3 \{\{ belongs to no placeholder/],
    [{ 'privacy.md': 'no title' }, /privacy\.md:1 an article begins with its title/],
    [{ 'terms.xx.md': '# T' }, /terms\.xx\.md is in no language of this site; hint: there are en/],
    [{ 'readme.md': '# T' }, /legal holds none of terms\.md/],
  ] as const;
  for (const [files, problem] of cases) {
    assert.throws(() => createTestApp(t, { env: { HUSHLINK_LEGAL_FOLDER: ownFolder(t, files) } }), problem);
  }
  const nowhere = join(temporaryFolder(t), 'nowhere');
  assert.throws(() => createTestApp(t, { env: { HUSHLINK_LEGAL_FOLDER: nowhere } }), /legal\.folder cannot be read/);
});

test('no placeholder ever reaches a page, whatever is configured', async (t) => {
  const text = fc.constantFrom('', 'x', 'A & B <i>', '*stars* [x](javascript:alert(1))', '`code` | {#id}', 'q"uote\'s');
  const days = fc.integer({ min: 1, max: 400 }).map(String);
  const env = fc.record(
    {
      HUSHLINK_LEGAL_PROVIDER: text,
      HUSHLINK_LEGAL_LAW: text,
      HUSHLINK_LEGAL_COURTS: text,
      HUSHLINK_LEGAL_ADDRESS_DAYS: days,
      HUSHLINK_LEGAL_SECURITY_ADDRESS: fc.constant('security@example.org'),
      HUSHLINK_LEGAL_SUPPORTED_VERSIONS: text.map((versions) =>
        versions === '' ? '[]' : JSON.stringify([{ versions, supported: true }]),
      ),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(env, async (drawn) => {
      const given = Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== ''));
      const get = pagesOf(t, given);
      for (const name of NAMES) {
        const { text: page } = await get(`/info/${name}`);
        const html = page.replace(/<script type="application\/json".*?<\/script>/s, '');
        assert.doesNotMatch(html, /\{\{|\}\}|[\ue100-\ue10f]/);
        assert.doesNotMatch(html, /<i>|href="javascript:/);
      }
    }),
    { numRuns: 25 },
  );
});
