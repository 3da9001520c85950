import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { languageTag, textDirection } from '#src/i18n/language-tag.ts';
import { flattenPack } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { createBrowserTexts } from '#src/islands/client/browser-texts.ts';
import { onlyPacks, releasePacks } from '../support/packs.ts';

const root = resolve(import.meta.dirname, '../..');
const english = flattenPack(releasePacks.read('en'));

/** Sources without their comments, by path. */
function sources(pattern: string): readonly (readonly [path: string, code: string])[] {
  return globSync(pattern, { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
}

test("the browser's small translator gives what the server's gives, for every key and many counts", () => {
  const texts = createTexts(releasePacks);
  for (const locale of texts.locales) {
    const server = texts.translator(locale);
    const browser = createBrowserTexts({ ...english, ...flattenPack(releasePacks.read(locale)) }, languageTag(locale));
    const keys = new Set(Object.keys(english).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')));
    for (const key of keys) {
      const places = [...(english[key] ?? english[`${key}_other`] ?? '').matchAll(/\{\{(\w+)\}\}/g)];
      const words = Object.fromEntries(places.map(([, place = '']) => [place, `<${place}> & "$&"`]));
      assert.equal(browser(key, words), server(key, words), key);
      for (const count of [0, 1, 2, 5, 11, 21, 100]) {
        assert.equal(browser(key, { ...words, count }), server(key, { ...words, count }), `${key} ${count}`);
      }
    }
  }
});

test('a plural form of its own language is taken, also where English has none', () => {
  const pl = { errors: { locked_few: '{{count}} few', locked_many: '{{count}} many' } };
  const server = createTexts(onlyPacks({ pl })).translator('pl');
  const browser = createBrowserTexts({ ...english, ...flattenPack(pl) }, 'pl');
  assert.deepEqual([server('errors.locked', { count: 3 }), server('errors.locked', { count: 5 })], ['3 few', '5 many']);
  assert.deepEqual(
    [browser('errors.locked', { count: 3 }), browser('errors.locked', { count: 5 })],
    ['3 few', '5 many'],
  );
});

test('every text that the code asks for is there', () => {
  const asked = sources('{src,views}/**/*.{ts,tsx}').flatMap(([path, code]) =>
    [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => `${path}: ${key}`),
  );
  const known = new Set(Object.keys(english).map((key) => key.replace(/_(one|other)$/, '')));
  assert.ok(asked.length > 100);
  assert.deepEqual(
    asked.filter((line) => !known.has(line.split(': ')[1] ?? '')),
    [],
  );
});

test('islands and the parts they are drawn from name their texts by literal keys only', () => {
  const found = sources('src/{islands,ui}/**/*.{ts,tsx}').flatMap(([path, code]) =>
    [...code.matchAll(/(?<![\w.])(?:t|texts\.t)\((?!\s*')([^)\n]*)/g)].map(([call]) => `${path}: ${call}`),
  );
  assert.deepEqual(found, []);
});

test('an unknown locale speaks English, and a missing text of a language too [I18N-04]', () => {
  const texts = createTexts(onlyPacks({ de: { home: { page: { title: 'Teilen' } } } }));
  assert.deepEqual(texts.locales, ['en', 'de']);
  assert.equal(texts.translator('xx')('home.page.title'), 'Share a secret');
  assert.equal(texts.translator('de')('home.page.title'), 'Teilen');
  assert.equal(texts.translator('de')('home.page.tagline'), 'Say it once.');
});

test('our codes become language tags and directions', () => {
  assert.deepEqual(['en', 'pt_BR', 'cn', 'da_DK'].map(languageTag), ['en', 'pt-BR', 'zh', 'da-DK']);
  assert.deepEqual(['en', 'ar', 'he', 'pt_BR'].map(textDirection), ['ltr', 'rtl', 'rtl', 'ltr']);
});
