import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request, Response } from 'express';
import { createLocaleChoice } from '#src/http/locale.ts';
import { languageTag } from '#src/i18n/language-tag.ts';

const { choose } = createLocaleChoice(['en', 'de', 'ar'], 'en');
const choiceFor = (path: string, accepted: string) => {
  const query = Object.fromEntries(new URL(path, 'http://hush.example').searchParams);
  const request = { url: path, originalUrl: path, query, headers: { 'accept-language': accepted } };
  return choose(request as unknown as Request, {} as Response, null);
};

test('an address that only looks as if it asked for a language chooses it for nobody, now or later [I18N-03]', () => {
  for (const path of ['/x&locale=ar', '/&locale=ar', '/']) assert.equal(choiceFor(path, 'en-US,en;q=0.9'), 'en', path);
  assert.equal(choiceFor('/?locale=ar', 'en-US,en;q=0.9'), 'ar');
  assert.equal(choiceFor('/', 'en-US,en;q=0.9'), 'en');
});

test('a language is chosen by its name alone, whatever country its code names', () => {
  const available = ['en', 'cn', 'da_DK', 'de', 'de_CH', 'pt_BR', 'pt_PT', 'ro_RO'];
  const own = createLocaleChoice(available, 'en');
  const chosen = { da: 'da_DK', ro: 'ro_RO', 'ro-MD': 'ro_RO', 'zh-TW': 'cn', pt: 'pt_PT', 'pt-AO': 'pt_PT' };
  for (const [accepted, locale] of Object.entries({ ...chosen, 'pt-BR': 'pt_BR', 'de-AT': 'de', 'de-CH': 'de_CH' })) {
    const request = { originalUrl: '/', query: {}, headers: { 'accept-language': accepted } };
    assert.equal(own.choose(request as unknown as Request, {} as Response, null), locale, accepted);
  }
});

test('a language with a script is one range, and no piece of it another language [I18N-03]', () => {
  const available = ['en', 'ar', 'cn', 'cs', 'de', 'pt_BR', 'pt_PT', 'ru', 'tr'];
  const own = createLocaleChoice(available, 'en');
  for (const [accepted, locale] of [
    ['sr-Latn-RS,sr;q=0.9,de;q=0.8,en-US;q=0.7,en;q=0.6', 'de'],
    ['uz-Latn-UZ,uz;q=0.9,ru;q=0.8,en-US;q=0.7', 'ru'],
    ['az-Latn-AZ,az;q=0.9,tr;q=0.8,en-US;q=0.6', 'tr'],
    ['pt-BR,pt;q=0.9,zh-Hans-CN;q=0.8', 'pt_BR'],
    ['pa-Guru-IN,pa;q=0.9,en;q=0.8', 'en'],
    ['ku-Latn-TR,ku;q=0.9,de;q=0.8', 'de'],
    ['ne-Deva-NP,ne;q=0.9,cs;q=0.8', 'cs'],
    ['zh-Hant-TW,zh;q=0.9,en;q=0.8', 'cn'],
    ['tlh-Arab,es-419;q=0.9,de;q=0.8', 'de'],
    ['xx-pirate,de;q=0.2,cs;q=0.1', 'de'],
    ['pt-BR-u-nu-latn, de', 'pt_BR'],
    ['de_CH , en ; q=0.9', 'de'],
  ] as const) {
    const request = { originalUrl: '/', query: {}, headers: { 'accept-language': accepted } };
    assert.equal(own.choose(request as unknown as Request, {} as Response, null), locale, accepted);
  }
});

test('a list that is too long is cut between two languages', () => {
  const filled = `${'zz,'.repeat(64)}`;
  assert.equal(`${filled}ar;q=0.9`.length, 200);
  assert.equal(choiceFor('/', `${filled}ar;q=0.9`), 'ar');
  assert.equal(choiceFor('/', `${filled}ar;q=0.9,de`), 'ar');
  const cutInRange = `de;q=0.9,${'zz,'.repeat(63)}ar;q=0.1`;
  assert.equal(cutInRange.slice(0, 200).endsWith(',ar'), true);
  assert.equal(choiceFor('/', cutInRange), 'de');
});

test('of a list longer than people have its beginning is looked at', () => {
  const filling = Array.from({ length: 100 }, () => 'zz').join(',');
  assert.equal(choiceFor('/', `de,${filling}`), 'de');
  assert.equal(choiceFor('/', `${filling},de`), 'en');
});

test('a language with a weight of 0 is not chosen, whatever else is accepted', () => {
  for (const accepted of ['de;q=0', 'de;q=0, ar;q=0.0', 'de ; Q=0.000,en;q=0.5', '*;q=0.1, de;q=0', 'de;q=0,']) {
    assert.equal(choiceFor('/', accepted), 'en', accepted);
  }
  assert.equal(choiceFor('/', 'de;q=0, ar;q=0.1'), 'ar');
  assert.equal(choiceFor('/', 'de;q=0.05, en;q=0.01'), 'de');
});

test('what the islands of a page ask is answered in the language of the page, whatever was saved [SHELL-09]', () => {
  const available = ['en', 'de', 'pt_PT', 'pt_BR', 'da_DK', 'cn'];
  const own = createLocaleChoice(available, 'en');
  const asked = (language: string, query: object = {}) =>
    ({ originalUrl: '/?x', query, headers: { 'o-locale': language, cookie: 'locale=de' } }) as unknown as Request;
  for (const locale of available)
    assert.equal(own.choose(asked(languageTag(locale)), {} as Response, 'de'), locale, locale);
  assert.equal(own.choose(asked('en'), {} as Response, null), 'en');
  for (const unknown of ['', 'xx', 'en, de']) assert.equal(own.choose(asked(unknown), {} as Response, 'de'), 'de');
});
