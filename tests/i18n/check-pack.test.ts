import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkArticle } from '#src/build/check-article.ts';
import { repeatedKeys } from '#src/build/repeated-keys.ts';
import { checkPack } from '#src/i18n/check-pack.ts';

const english = {
  'a.greeting': 'Good morning, {{name}}',
  'a.tries_one': 'One try of {{max}} is left.',
  'a.tries_other': '{{count}} tries of {{max}} are left.',
  'a.form.submit': 'Share',
  'a.api': 'API',
};
const polish = {
  'a.greeting': 'Dzień dobry, {{name}}',
  'a.tries_one': 'Została jedna próba z {{max}}.',
  'a.tries_few': 'Zostały {{count}} próby z {{max}}.',
  'a.tries_many': 'Zostało {{count}} prób z {{max}}.',
  'a.tries_other': 'Zostało {{count}} próby z {{max}}.',
  'a.form.submit': 'Udostępnij',
  'a.api': 'API',
};

/** What is said of the Polish pack with these changes. */
function judge(changes: Readonly<Record<string, string | undefined>> = {}, same: readonly string[] = []): string[] {
  const entries = Object.entries({ ...polish, ...changes }).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text]],
  );
  const check = { locale: 'pl', pack: Object.fromEntries(entries), english, sameAsEnglish: new Set(same) };
  return checkPack(check).map(({ key, problem }) => `${key} ${problem}`);
}

test('a complete pack has nothing to mend', () => {
  assert.deepEqual(judge(), []);
});

const broken: readonly (readonly [what: string, changes: Record<string, string | undefined>, said: string])[] = [
  ['a missing text', { 'a.greeting': undefined }, 'a.greeting is missing'],
  ['an unused text', { 'a.other': 'x' }, 'a.other is unknown: nothing asks for it'],
  ['a missing plural form', { 'a.tries_few': undefined }, 'a.tries_few is missing'],
  [
    'a plural form of another language',
    { 'a.tries_two': 'x {{count}} {{max}}' },
    'a.tries_two is a plural form that the language has not; it has one, few, many, other',
  ],
  ['a lost placeholder', { 'a.greeting': 'Dzień dobry' }, 'a.greeting lacks {{name}}'],
  ['a lost number', { 'a.tries_many': 'Zostało prób z {{max}}.' }, 'a.tries_many lacks {{count}}'],
  [
    'an invented placeholder',
    { 'a.greeting': '{{name}} {{imię}} {{nick}}' },
    'a.greeting has {{nick}}, which nothing fills',
  ],
  ['a leftover', { 'a.form.submit': 'Share' }, 'a.form.submit is English: “Share”'],
  ['a half leftover', { 'a.greeting': 'Dobry with {{name}}' }, 'a.greeting is English: “Dobry with {{name}}”'],
  ['an empty text', { 'a.form.submit': '' }, 'a.form.submit is empty, or has needless spaces'],
  ['needless spaces', { 'a.form.submit': 'Udo  stępnij' }, 'a.form.submit is empty, or has needless spaces'],
  ['a space at the end', { 'a.form.submit': 'Udostępnij ' }, 'a.form.submit is empty, or has needless spaces'],
  [
    'a button that is too long',
    { 'a.form.submit': 'Udostępnij teraz odbiorcy' },
    'a.form.submit is too long for its place: at most 18 characters',
  ],
];
for (const [what, changes, said] of broken) {
  test(`${what} is found`, () => assert.deepEqual(judge(changes), [said]));
}

test('a word that is the same in both languages is named once, and then right', () => {
  assert.deepEqual(judge({ 'a.form.submit': 'Share' }, ['a.form.submit']), []);
});

test('a key that stands twice in a file is found by its whole name', () => {
  assert.deepEqual(repeatedKeys('{"a":{"b":"x","c":"{\\"b\\":"},"b":{"b":"y","b":"z"}}'), ['b.b']);
  assert.deepEqual(repeatedKeys('{"a":{"b":"x"},"c":{"b":"x"}}'), []);
});

const article =
  '# Title {#t}\n\n> In short.\n\nWithin {{legal.x_days | day | days}}.\n\n- one\n- {{?mail.smtp}}two\n\n| a | b |\n';
const articles: readonly (readonly [what: string, text: string, said: readonly string[]])[] = [
  ['the same shape is right', article.replace('| day | days', '| dzień | dni | dni | dnia'), []],
  ['a missing form', article, ['{{legal.x_days}} has 2 forms and needs 4 (one, few, many, other)']],
  [
    'another id, and what follows',
    article.replace('| day | days', '| a | b | c | d').replace('{#t}', '{#u}'),
    ['the piece “# {#t}” of the English text is “# {#u}” here'],
  ],
  [
    'a lost mark',
    article.replace('| day | days', '| a | b | c | d').replace('{{?mail.smtp}}', ''),
    ['lacks {{?mail.smtp}}'],
  ],
  [
    'an item too many',
    `${article.replace('| day | days', '| a | b | c | d')}- three\n`,
    ['“item” is not in the English text'],
  ],
];
for (const [what, text, said] of articles) {
  test(`an article is compared with the English one: ${what}`, () => {
    assert.deepEqual(checkArticle(text, article, 'pl'), said);
  });
}
