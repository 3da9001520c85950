import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { reportOf } from '#src/build/locale-report.ts';
import { languageName, languageTag, nameByIntl } from '#src/i18n/language-tag.ts';
import { flattenPack, openPacks } from '#src/i18n/packs.ts';
import { withoutCategory } from '#src/i18n/plural.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { releasePacks } from '../support/packs.ts';

const root = resolve(import.meta.dirname, '../..');
const SPECIFIED = 'uk pt_PT hu he da_DK sv_SE sl_SI el_GR ar fr cn it_IT pt_BR tr pl ca_ES bg cs ru de es nl vi'.split(
  ' ',
);

test('the interface speaks English and the 23 languages of the specification, English first [I18N-01 I18N-04]', () => {
  const { locales } = createTexts(releasePacks);
  assert.equal(locales[0], 'en');
  assert.deepEqual(locales.slice(1), SPECIFIED.toSorted());
});

for (const locale of releasePacks.locales) {
  test(`${locale} has every text, placeholder and plural form, and nothing more [I18N-01]`, () => {
    assert.deepEqual(reportOf(root, locale), []);
  });
}

test('every number takes the form that the language has for it, on the server', () => {
  const texts = createTexts(releasePacks);
  for (const locale of releasePacks.locales) {
    const pack = flattenPack(releasePacks.read(locale));
    const rules = new Intl.PluralRules(languageTag(locale));
    const numbers = new Intl.NumberFormat(languageTag(locale));
    for (const count of [0, 1, 2, 3, 5, 11, 21, 22, 100, 1_000_000]) {
      const form = pack[`errors.locked_${rules.select(count)}`] ?? '';
      const said = texts.translator(locale)('errors.locked', { count });
      assert.equal(said, form.replace('{{count}}', numbers.format(count)), `${locale} ${count}`);
    }
  }
});

test('a language that counts 21 as one writes the number there', () => {
  for (const locale of ['ru', 'uk']) {
    const pack = flattenPack(releasePacks.read(locale));
    const counted = Object.keys(pack).filter(
      (key) => /_one$/.test(key) && pack[`${withoutCategory(key)}_few`]?.includes('{{count}}'),
    );
    assert.ok(counted.length > 10);
    assert.deepEqual(
      counted.filter((key) => !pack[key]?.includes('{{count}}')),
      [],
      locale,
    );
  }
});

test('a file that is no pack is named, whatever stands in it', () => {
  for (const content of ['["Share a secret"]', '"Share a secret"', 'null']) {
    const packs = openPacks({ list: () => ['en.json'], text: () => content });
    assert.throws(() => packs.read('en'), /^Error: locales\/en\.json is not a language pack/, content);
  }
});

test('every language of the release is called as Intl calls it in itself', () => {
  for (const locale of releasePacks.locales) {
    const tag = languageTag(locale);
    const asked = locale.startsWith('pt_') ? tag : (tag.split('-')[0] ?? tag);
    const [first = '', ...rest] = nameByIntl(tag, asked);
    assert.equal(languageName(locale, releasePacks.locales), first.toLocaleUpperCase(tag) + rest.join(''));
  }
});
