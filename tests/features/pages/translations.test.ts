import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import { languageTag } from '#src/i18n/language-tag.ts';
import { readAddress } from '#src/ui/email-address.ts';
import { createTestApp } from '../../support/app.ts';
import { releasePacks } from '../../support/packs.ts';
import { visitorOf } from '../../support/visitor.ts';
import { tagsOf, wordsOf } from '../../views/sample-pages.ts';
import { customerOf } from '../accounts/people.ts';

const CODES = 'uk pt_PT hu he da_DK sv_SE sl_SI el_GR ar fr cn it_IT pt_BR tr pl ca_ES bg cs ru de es nl vi'.split(' ');
const packs = { de: { translations: { page: { title: 'Hilf uns übersetzen!' } } }, cn: {} };

/** As the operator of the specification's site would have it. */
const SAMPLE = {
  HUSHLINK_SITE_SOURCE_URL: 'https://code.example.org/hushlink',
  HUSHLINK_SITE_CONTRIBUTION_ADDRESS: 'translate@hush.example.org',
  HUSHLINK_SITE_LAUNCHED: '2012',
  HUSHLINK_SITE_TRANSLATED_SINCE: '2015',
  HUSHLINK_SITE_TRANSLATORS: JSON.stringify([
    ...CODES.map((language) => ({ language, name: `${language} one`, date: 'May 2024' })),
    { language: 'de', name: 'paper-lantern', url: 'https://code.example.org/paper-lantern' },
    { language: 'fr', name: 'river-stone', url: '' },
  ]),
};

const plain = createTestApp({ after }, { packs, hasLightPassphrases: true });
const sample = createTestApp({ after }, { packs, env: SAMPLE });

async function open(site: Parameters<typeof visitorOf>[0], path = '/translations') {
  const visitor = visitorOf(site);
  const { status, text, headers } = await visitor.open(path);
  return { visitor, status, html: text, headers };
}

test('anybody may open the translations page [INFO-27]', async () => {
  const { status, html } = await open(plain);
  assert.equal(status, 200);
  assert.match(html, /<h1>Help us translate!<\/h1>/);
});

test('the page thanks who has helped and leads to where a copy can be made [INFO-28]', async () => {
  const { html } = await open(sample);
  assert.match(html, /Thank you to everybody who has written Hushlink in another language\./);
  assert.match(html, /<a class="btn btn--primary" href="https:\/\/code\.example\.org\/hushlink">Fork on the code host/);
});

test('all languages stand there in their own names, with names, links and dates of their translators [INFO-29 I18N-10]', async () => {
  const { html } = await open(sample);
  const names = [...html.matchAll(/<th scope="row"><bdi lang="([^"]+)" dir="([^"]+)">([^<]+)</g)];
  assert.equal(names.length, 24);
  const found = new Map(names.map(([, tag, dir, name]) => [tag, `${name} ${dir}`]));
  assert.equal(names[0]?.[1], 'en');
  const known = {
    uk: 'Українська ltr',
    'pt-BR': 'Português (Brasil) ltr',
    zh: '中文 ltr',
    he: 'עברית rtl',
    da: undefined,
  };
  for (const [tag, name] of Object.entries(known)) assert.equal(found.get(tag), name, tag);
  for (const code of CODES) assert.ok(html.includes(`<bdi>${code} one</bdi>`), code);
  assert.equal(html.match(/>May 2024</g)?.length, CODES.length);
  assert.match(html, /<bdi><a href="https:\/\/code\.example\.org\/paper-lantern">paper-lantern<\/a><\/bdi>/);
  assert.match(html, /<bdi>river-stone<\/bdi>/);
});

test('the page says since when, since when in other languages, and in how many [INFO-32]', async () => {
  const words = wordsOf((await open(sample)).html);
  assert.match(words, /Hushlink was launched in 2012\./);
  assert.match(words, /People have contributed translations since 2015\./);
  assert.match(words, /Over 20 languages so far/);
});

test('files go to the contribution address, words to the feedback form, with an address of visitors [INFO-31 SHELL-34]', async () => {
  const { html } = await open(sample);
  assert.match(
    wordsOf(html),
    /You can also e-mail a translation file to translate \[at\] hush \[dot\] example \[dot\] org/,
  );
  assert.equal(readAddress(/data-email="([^"]+)"/.exec(html)?.[1] ?? ''), 'translate@hush.example.org');
  assert.doesNotMatch(html, /translate@|mailto/);
  assert.match(wordsOf(html), /in the feedback form\s?\. Add your e-mail address if you are not signed in\./);
  assert.match(html, /<a href="\/feedback" data-feedback-open="">feedback form<\/a>/);
});

test('only languages that pages can be read in have a switch [INFO-30 I18N-09]', async () => {
  const { html } = await open(sample);
  const hrefs = tagsOf(html, 'a').flatMap((tag) => /href="(\/translations\?[^"]*)"/.exec(tag)?.[1] ?? []);
  assert.deepEqual(
    hrefs.sort(),
    ['cn', 'de', 'en'].map((code) => `/translations?locale=${code}`),
  );
});

test('with the packs of the release every language has its switch, a link that reads so [INFO-30 I18N-09]', async () => {
  const { html } = await open(createTestApp({ after }));
  const row = /<bdi lang="([^"]+)"[^>]*>[^<]*<\/bdi>.*?<a [^>]*href="\/translations\?locale=([^"]+)"[^>]*>([^<]*)<\/a>/;
  const rows = html.match(/<tr><th scope="row">.*?<\/tr>/g) ?? [];
  const switches = rows.map((cells) => row.exec(cells)?.slice(1)).toSorted();
  const { locales } = releasePacks;
  assert.deepEqual(switches, locales.map((code) => [languageTag(code), code, 'switch']).toSorted());
});

test('without script the link switches: every page is in the language from then on [INFO-30]', async () => {
  const { visitor, status, headers } = await open(plain, '/translations?locale=de');
  assert.deepEqual([status, headers.location, headers['cache-control']], [303, '/translations', 'no-store']);
  assert.match(visitor.cookies(), /locale=de/);
  assert.match((await visitor.open('/translations')).text, /<html lang="de"[\s\S]*<h1>Hilf uns übersetzen!<\/h1>/);
  assert.match((await visitor.open('/')).text, /<html lang="de"/);
  await visitor.open('/translations?locale=en');
  assert.match((await visitor.open('/translations')).text, /<html lang="en"/);
});

test('what a customer has saved is changed by no link: it leads to the form, where the language is chosen already [INFO-30]', async () => {
  const customer = await customerOf(plain);
  await plain.store.accounts.setLocale(customer.address as CustId, 'en');
  const { headers } = await customer.open('/translations?locale=de');
  assert.equal(headers.location, '/account/settings?locale=de');
  assert.doesNotMatch(customer.cookies(), /locale=/);
  const { text } = await customer.open('/account/settings?locale=de');
  assert.match(text, /<option value="de" lang="de" selected="">/);
  assert.equal((await plain.store.accounts.find(customer.address as CustId))?.locale, 'en');
  await customer.submit('/settings', { locale: 'de' });
  assert.equal((await plain.store.accounts.find(customer.address as CustId))?.locale, 'de');
});

test('a code that is not there switches nothing [I18N-09]', async () => {
  for (const code of ['xx', 'fr', 'DE', '', '__proto__', '../../x', 'de%0d%0aSet-Cookie:x=y']) {
    const { visitor, status, html } = await open(sample, `/translations?locale=${code}`);
    assert.equal(status, 200, code);
    assert.match(html, /<html lang="(en|de)"/, code);
    assert.equal(visitor.cookies(), '', code);
  }
  assert.equal((await open(sample, '/translations?locale=de&locale=en')).status, 200);
});

test('the settings lead to the translations page', async () => {
  const { html } = await open(plain, '/account/settings');
  assert.match(html, /<a href="\/translations">Help us translate!<\/a>/);
});

test('a customer who has saved no language is switched by the link, as a visitor is', async () => {
  const customer = await customerOf(plain);
  assert.equal((await plain.store.accounts.find(customer.address as CustId))?.locale, null);
  const { headers } = await customer.open('/translations?locale=de');
  assert.equal(headers.location, '/translations');
  assert.match((await customer.open('/translations')).text, /<html lang="de"/);
});
