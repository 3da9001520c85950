import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import supertest from 'supertest';
import type { CustId } from '#src/features/accounts/customer.ts';
import { languageTag, textDirection } from '#src/i18n/language-tag.ts';
import { flattenPack } from '#src/i18n/packs.ts';
import { createTestApp } from '../support/app.ts';
import { releasePacks } from '../support/packs.ts';
import { callAs, customerOf, readAs } from './accounts/people.ts';

const site = createTestApp({ after }, { hasLightPassphrases: true });
const HOST = 'localhost:3000';
const open = (path: string, headers: Readonly<Record<string, string>>) =>
  supertest(site.app)
    .get(path)
    .set({ Host: HOST, ...headers });
const textOf = (locale: string, key: string) => flattenPack(releasePacks.read(locale))[key] ?? '';

for (const locale of releasePacks.locales) {
  test(`a browser of ${locale} gets its language, direction and words with the first byte [I18N-03]`, async () => {
    const tag = languageTag(locale);
    const { text } = await open('/', { 'Accept-Language': `xx, ${tag}, en;q=0.1` });
    assert.match(text, new RegExp(`^<!doctype html>\\n<html lang="${tag}" dir="${textDirection(locale)}">`));
    assert.ok(text.includes(textOf(locale, 'home.page.tagline')));
  });
}

test('what browsers call otherwise is one of ours; what is unknown is English [I18N-03 I18N-04]', async () => {
  const langOf = async (accepted: string) =>
    /lang="([^"]+)"/.exec((await open('/', { 'Accept-Language': accepted })).text)?.[1];
  for (const [accepted, lang] of [
    ['pt', 'pt-PT'],
    ['pt-BR, pt', 'pt-BR'],
    ['zh-Hans-CN', 'zh'],
    ['zh-TW', 'zh'],
    ['da', 'da-DK'],
    ['sv-FI', 'sv-SE'],
    ['de-AT', 'de'],
    ['xx', 'en'],
    ['', 'en'],
    ['*', 'en'],
  ] as const) {
    assert.equal(await langOf(accepted), lang, accepted);
  }
});

test('the operator names the language of visitors whose own is not among ours; what it lacks is English [I18N-04]', async (t) => {
  const packs = { de: {}, fr: { home: { page: { tagline: 'Une seule fois.' } } } };
  const french = createTestApp(t, { packs, env: { HUSHLINK_LOCALES_DEFAULT: 'fr' } });
  const ask = (accepted: string) => supertest(french.app).get('/').set({ Host: HOST, 'Accept-Language': accepted });
  for (const unknown of ['xx', '', '*']) {
    const { text } = await ask(unknown);
    assert.match(text, /<html lang="fr"/, unknown);
    assert.ok(text.includes('Une seule fois.') && text.includes(textOf('en', 'home.page.title')), unknown);
  }
  for (const known of ['de', 'en']) assert.match((await ask(known)).text, new RegExp(`<html lang="${known}"`));
});

test("the cookie goes before the browser's language, what is saved before the cookie, and an unknown code is ignored [I18N-03 I18N-08 SHELL-09]", async () => {
  const german = { 'Accept-Language': 'de' };
  assert.match((await open('/', { ...german, Cookie: 'locale=fr' })).text, /lang="fr"/);
  for (const unknown of ['xx', '__proto__', '../en', 'FR%00']) {
    assert.match((await open('/', { ...german, Cookie: `locale=${unknown}` })).text, /lang="de"/, unknown);
    assert.match((await open(`/?locale=${unknown}`, german)).text, /lang="de"/, unknown);
  }
  const customer = await customerOf(site);
  assert.equal((await callAs(site, customer, '/account/update-locale', { locale: 'he' })).status, 200);
  for (const path of ['/dashboard', '/dashboard?locale=xx', '/dashboard?locale=', '/dashboard?locale[]=fr']) {
    const page = await open(path, { ...german, Cookie: `${customer.cookies()}; locale=fr` });
    assert.match(page.text, /lang="he" dir="rtl"/, path);
  }
});

test('whatever page a customer goes to, it is in the language that the customer has saved [SHELL-09]', async () => {
  const customer = await customerOf(site);
  assert.equal((await callAs(site, customer, '/account/update-locale', { locale: 'he' })).status, 200);
  const own = ['/dashboard', '/recent', '/account', '/account/settings', '/domains', '/plans'];
  for (const path of [...own, '/about', '/feedback', '/info/privacy', '/secret/none', '/private/none', '/nowhere']) {
    const page = await open(path, { 'Accept-Language': 'de', Cookie: `${customer.cookies()}; locale=fr` });
    assert.match(page.text, /<html lang="he" dir="rtl"/, `${path} ${page.status}`);
  }
});

test('a saved language that is not among ours any more is ignored: the browser says which one it is [I18N-08]', async () => {
  const customer = await customerOf(site);
  await site.store.accounts.setLocale(customer.address as CustId, 'xx');
  const page = await open('/dashboard', { 'Accept-Language': 'de', Cookie: customer.cookies() });
  assert.equal(page.status, 200);
  assert.match(page.text, /<html lang="de"/);
});

test('the messages of the API are in the language of the caller, and of the customer who has saved one', async () => {
  const refused = (headers: Readonly<Record<string, string>>) =>
    supertest(site.app)
      .post('/api/v2/secret/conceal')
      .set({ Host: HOST, ...headers })
      .send({ kind: 'share', secret: '' });
  for (const locale of ['de', 'ar', 'cn', 'uk']) {
    const { body } = await refused({ 'Accept-Language': languageTag(locale) });
    assert.equal(body.message, textOf(locale, 'errors.secret'), locale);
  }
  const customer = await customerOf(site);
  await callAs(site, customer, '/account/update-locale', { locale: 'pl' });
  const { body } = await callAs(site, customer, '/secret/conceal', { kind: 'share', secret: '' });
  assert.equal(body.message, textOf('pl', 'errors.secret'));
});

test('times and counts that the server words are in the language too', async () => {
  const customer = await customerOf(site);
  await callAs(site, customer, '/secret/conceal', { kind: 'share', secret: 'x', owned: 'true' });
  await callAs(site, customer, '/account/update-locale', { locale: 'de' });
  const { body } = await readAs(site, customer, '/private/recent');
  assert.equal(
    body.details.notreceived[0].stamp,
    new Intl.RelativeTimeFormat('de', { numeric: 'auto' }).format(0, 'second'),
  );
});
