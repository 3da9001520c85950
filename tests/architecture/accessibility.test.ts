import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { codeOf, readSources } from './source.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Level A and AA of WCAG 2.2, in its order. */
const CRITERIA = [
  ...['1.1.1', '1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.3.3', '1.3.4', '1.3.5'],
  ...['1.4.1', '1.4.2', '1.4.3', '1.4.4', '1.4.5', '1.4.10', '1.4.11', '1.4.12', '1.4.13'],
  ...['2.1.1', '2.1.2', '2.1.4', '2.2.1', '2.2.2', '2.3.1'],
  ...['2.4.1', '2.4.2', '2.4.3', '2.4.4', '2.4.5', '2.4.6', '2.4.7', '2.4.11'],
  ...['2.5.1', '2.5.2', '2.5.3', '2.5.4', '2.5.7', '2.5.8'],
  ...['3.1.1', '3.1.2', '3.2.1', '3.2.2', '3.2.3', '3.2.4', '3.2.6'],
  ...['3.3.1', '3.3.2', '3.3.3', '3.3.4', '3.3.7', '3.3.8', '4.1.2', '4.1.3'],
];

interface Row {
  readonly number: string;
  readonly shownBy: string;
}

const rows: readonly Row[] = read('docs/accessibility.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | '))
  .map(([number = '', , , , shownBy = '']) => ({ number: number.slice(2), shownBy }));

/** Files that a row names, each with the words of a title if it gives any. */
function witnessesOf({ shownBy }: Row): readonly (readonly [path: string, words: string | undefined])[] {
  return [...shownBy.matchAll(/`(tests\/[^`]+)`(?: "([^"]+)")?/g)].map(
    ([, path = '', words]) => [path, words] as const,
  );
}

test('docs/accessibility.md has every criterion of WCAG 2.2, A and AA, once and in order', () => {
  assert.equal(CRITERIA.length, 55);
  assert.deepEqual(
    rows.map(({ number }) => number),
    CRITERIA,
  );
});

test('what it names as shown by a test is shown there: the file is there, with the number or the words', () => {
  const wanting = rows.flatMap((row) => {
    const witnesses = witnessesOf(row);
    const isSaidToBeSeen = row.shownBy.includes('looked at');
    if (witnesses.length === 0) return isSaidToBeSeen ? [] : [`${row.number}: nothing`];
    return witnesses
      .filter(([path, words]) => !existsSync(resolve(root, path)) || !isNamedIn(read(path), words ?? row.number))
      .map(([path, words]) => `${row.number}: ${path} ${words ?? ''}`);
  });
  assert.deepEqual(wanting, []);
});

/** Not as a part of another number. */
function isNamedIn(text: string, words: string): boolean {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d.])${escaped}(?![\\d])`).test(text.replaceAll("\\'", "'"));
}

const pages = readSources('src/ui', 'src/islands', 'views');
const styles = globSync('static/css/*.css', { cwd: root }).map(read).join('\n');

/** Parts of the pages with such a thing in their code. */
const having = (pattern: RegExp) => pages.filter((file) => pattern.test(codeOf(file))).map(({ path }) => path);

test('nothing in the pages plays or flashes [WCAG 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.4.2 2.3.1]', () => {
  assert.deepEqual(having(/\(\s*"(?:audio|video|object|embed|marquee|blink)",|new Audio|AudioContext/), []);
  assert.doesNotMatch(styles, /animation[^;]*\b(?:[0-9]{1,2}|[12][0-9]{2})ms[^;]*infinite/);
});

test('nothing is dragged, drawn by a gesture or shaken, and no single key does anything [WCAG 2.1.4 2.5.1 2.5.4 2.5.7]', () => {
  assert.deepEqual(having(/draggable|ondrag|onDrag|ontouch|onTouch|onPointerMove|device(?:motion|orientation)/), []);
  assert.deepEqual(having(/accessKey/), []);
  const listening = having(/onKeyDown|onKeyUp|onKeyPress|["']key(?:down|up|press)["']/);
  assert.deepEqual(listening, [
    'src/islands/early/menus.ts', // Escape
    'src/islands/feedback/island.tsx', // Ctrl+Enter
    'src/islands/reveal/island.tsx', // any key says that somebody is there
    'src/islands/workspace/domains/row-menu.tsx', // Escape
  ]);
});

test('nothing opens because a pointer is over it, or the keyboard on it [WCAG 1.4.13]', () => {
  assert.deepEqual(having(/onMouse(?:Enter|Over)|onPointer(?:Enter|Over)|onFocus\b/), []);
  const opening = [...styles.matchAll(/([^{}]*:(?:hover|focus)[^{}]*)\{[^}]*\b(?:display|visibility)\s*:/g)];
  assert.deepEqual(
    opening.map(([, selector]) => selector?.trim()),
    [],
  );
});

test('fields about the visitor say so to browsers and password managers [WCAG 1.3.5 3.3.8]', () => {
  const purposes: Readonly<Record<string, string>> = {
    'views/accounts/email-field.tsx': 'username',
    'views/accounts/sign-in-page.tsx': 'current-password',
    'views/accounts/sign-up-page.tsx': 'new-password',
    'views/accounts/reset-page.tsx': 'new-password',
    'src/islands/feedback/fields.tsx': 'email',
    'src/islands/workspace/account/password-form.tsx': 'new-password',
    'src/islands/workspace/account/destroy-form.tsx': 'current-password',
  };
  const wanting = Object.entries(purposes).filter(
    ([path, purpose]) => !new RegExp(`autoComplete[=:] ?["']${purpose}["']`).test(read(path)),
  );
  assert.deepEqual(wanting, []);
  // It takes what is pasted, and no password.
  assert.deepEqual(having(/onPaste/), ['src/islands/create-form/writing-area.tsx']);
});
