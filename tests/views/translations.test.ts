import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranslatedLanguage, TranslationsProps } from '#views/info/info-props.ts';
import { context, render, tagsOf, wordsOf } from './sample-pages.ts';

const english: TranslatedLanguage = {
  ...{ code: 'en', tag: 'en', name: 'English', dir: 'ltr', isSupported: true, translators: [] },
};
const hebrew: TranslatedLanguage = {
  ...{ code: 'he', tag: 'he', name: 'עברית', dir: 'rtl', isSupported: false },
  translators: [
    { name: 'quiet-otter', url: 'https://code.example.org/quiet-otter', date: 'May 2024' },
    { name: 'plain-door', url: null, date: null },
  ],
};
const nothing: TranslationsProps = {
  ...{ languages: [english], sourceUrl: null, contributionAddress: null, launched: null, translatedSince: null },
};

function draw(props: Partial<TranslationsProps> = {}, changes: Parameters<typeof render>[1] = {}): string {
  return render({ name: 'translations', props: { ...nothing, ...props } }, changes);
}

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...english, code: `x${at}`, isSupported: at === 0 }));

test('every language stands in its own name and direction, with all who have translated it [INFO-29 I18N-10]', () => {
  const html = draw({ languages: [english, hebrew] });
  assert.match(html, /<th scope="row"><bdi lang="he" dir="rtl">עברית<\/bdi><\/th>/);
  const [, cell = ''] = /<td data-label="Translated by"><ul class="by">([\s\S]*?)<\/ul>/.exec(html) ?? [];
  assert.match(cell, /<bdi><a href="https:\/\/code\.example\.org\/quiet-otter">quiet-otter<\/a><\/bdi>/);
  assert.match(cell, /<span class="faint">May 2024<\/span>/);
  assert.match(cell, /<li><bdi>plain-door<\/bdi><\/li>/);
});

test('a language that pages can be read in has a switch that is a link and says where it leads [INFO-30 I18N-09]', () => {
  const html = draw({ languages: [english, hebrew] });
  const switches = tagsOf(html, 'a').filter((tag) => tag.includes('data-switch-locale'));
  assert.equal(switches.length, 1);
  for (const attribute of ['href="/translations?locale=en"', 'aria-label="switch to English"', 'aria-current="true"']) {
    assert.ok(switches[0]?.includes(attribute), attribute);
  }
});

test('what is not known is not said', () => {
  const html = draw({}, { globals: { ...context.globals, feedback_enabled: false } });
  assert.match(
    wordsOf(html),
    /Help us translate! Thank you to everybody who has written Hushlink in another language\./,
  );
  assert.doesNotMatch(html, /launched|since|over \d|Fork|e-mail|feedback|Translated by|data-email/i);
});

test('how many languages there are is said in full tens, and only when it is true [INFO-32]', () => {
  for (const [count, words] of [
    [20, 'Over 10 languages'],
    [21, 'Over 20 languages'],
    [24, 'Over 20 languages'],
    [31, 'Over 30 languages'],
  ] as const) {
    assert.ok(wordsOf(draw({ languages: many(count) })).includes(words), words);
  }
  assert.doesNotMatch(draw({ languages: many(10) }), /Over/);
});
