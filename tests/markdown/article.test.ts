import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderArticle } from '#src/markdown/article.ts';
import type { PlaceholderValue, PlaceholderValues } from '#src/markdown/placeholders.ts';

const text = (value: string | null): PlaceholderValue => ({ kind: 'text', text: value });

const values: PlaceholderValues = {
  byName: {
    name: text('Sample'),
    none: text(null),
    age: { kind: 'number', count: 1 },
    days: { kind: 'number', count: 1000 },
    session: { kind: 'duration', seconds: 86_400 },
    never: { kind: 'duration', seconds: 0 },
    on: { kind: 'flag', isOn: true },
    off: { kind: 'flag', isOn: false },
  },
  versions: [
    { name: '2.x', isSupported: true },
    { name: '1.x', isSupported: false },
  ],
};
const draw = {
  address: (address: string) => address,
  support: (isSupported: boolean, words: string) => `${isSupported ? '+' : '-'}${words}`,
};

function render(source: string, lang = 'en') {
  const rendered = renderArticle(source, { values, lang, draw });
  if (!rendered.ok) return { problems: rendered.failure.problems, html: '', lead: null, title: '', contents: [] };
  return { ...rendered.value, problems: [] };
}

const bodyOf = (source: string) =>
  render(`# T\n\nLead.\n\n${source}`)
    .html.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('title and lead are words, the rest is the body with its contents', () => {
  const { title, lead, html, contents } = render(
    '# The *title* of {{name}}\n\nA **lead** &amp; more.\n\n## One\n\nx\n\n### Deep\n\ny\n',
  );
  assert.equal(title, 'The title of Sample');
  assert.equal(lead, 'A lead & more.');
  assert.deepEqual(contents, [{ id: 'one', text: 'One' }]);
  assert.match(html, /^<h2 id="one"><a class="anchor" href="#one">One<\/a><\/h2>\n<p>x<\/p>\n<h3 id="deep">/);
});

test('the id of a heading is its own or made of its words, once in a page and never one of the page itself', () => {
  const { contents } = render(
    '# T\n\n## One {#first}\n\nx\n\n## One\n\nx\n\n## One\n\nx\n\n## Main\n\nx\n\n## Über Äpfel!\n\nx\n\n## ?\n\nx',
  );
  assert.deepEqual(
    contents.map(({ id }) => id),
    ['first', 'one', 'one-2', 'main-2', 'über-äpfel', 'section'],
  );
});

test('what has a placeholder without a value is left out: paragraph, item, row, section', () => {
  assert.equal(bodyOf('One {{none}}\nstill one.\n\nTwo.'), 'Two.');
  assert.equal(bodyOf('- one\n- two {{none}}\n  - three\n- four'), 'one three four');
  assert.equal(bodyOf('- {{none}}\n\nafter'), 'after');
  assert.equal(bodyOf('| a |\n|---|\n| {{none}} |\n| b |'), 'a b');
  assert.equal(bodyOf('| a |\n|---|\n| {{none}} |\n\nafter'), 'after');
  assert.equal(bodyOf('## A\n\n> summary\n\n{{none}}\n\n## B\n\nb'), 'B b');
  assert.equal(bodyOf('## A\n\n> all that there is\n\n## B\n\nb'), 'A all that there is B b');
  assert.equal(bodyOf('## A\n\n> half {{none}}\n\n## B\n\nb'), 'B b');
  assert.equal(bodyOf('## A {{?none}}\n\na\n\n### A1\n\na1\n\n## B\n\nb'), 'B b');
  assert.equal(bodyOf('## A\n\n### A1\n\n{{none}}\n\n### A2\n\na2\n\n## B\n\n### B1\n\n{{none}}'), 'A A2 a2');
});

test('conditions print nothing: only with a value, or only without one', () => {
  assert.equal(bodyOf('a {{?name}}\n\nb {{!name}}\n\nc {{?none}}\n\nd {{!none}}'), 'a d');
  assert.equal(bodyOf('a {{?on}}\n\nb {{?off}}\n\nc {{!off}}\n\nd {{?never}}'), 'a c');
  assert.equal(bodyOf('{{on | yes | no}} {{off | yes | no}}'), 'yes no');
});

test('numbers, plurals and times are written as the language of the text does', () => {
  assert.equal(
    bodyOf('{{age | year | years}}, {{days | day | days}}, {{days}}, {{session}}'),
    '1 year, 1,000 days, 1,000, 1 day',
  );
  const german = render('# T\n\n## A\n\n{{age | Jahr | Jahre}}, {{days | Tag | Tage}}, {{session}}', 'de');
  assert.match(german.html, /1 Jahr, 1\.000 Tage, 1 Tag/);
  const polish = render('# T\n\n## A\n\n{{days | dzień | dni | dni | dnia}}', 'pl');
  assert.match(polish.html, /1000 dni/);
});

test('a line with a version is there for each', () => {
  const table = '| v | s |\n|---|---|\n| {{version.name}} | {{version.supported | Yes | No}} |';
  assert.equal(bodyOf(table), 'v s 2.x +Yes 1.x -No');
  assert.equal(bodyOf(table.replace('supported | Yes | No', 'supported \\| Yes \\| No')), 'v s 2.x +Yes 1.x -No');
});

test('a value is read in its own direction, whatever direction the text around it has', () => {
  const { html } = render('# T\n\nx\n\n| v |\n|---|\n| {{version.name}} |', 'ar');
  for (const value of ['2.x', '1.x']) assert.match(html, new RegExp(`<td><bdi>${value}</bdi></td>`));
  const { html: words } = render('# T\n\nLead.\n\nيشغّل {{name}} هذا الموقع.', 'ar');
  assert.match(words, /<bdi>Sample<\/bdi>/);
});

test('a table can be reached by the keyboard where it is wider than the page', () => {
  assert.match(
    render('# T\n\n## A\n\n| a |\n|---|\n| b |').html,
    /<div class="table-wrap" role="region" tabindex="0" aria-labelledby="a"><table class="table">[\s\S]*<th scope="col">a<\/th>/,
  );
});

test('what is wrong is told with its line, once', () => {
  const { problems } = render('# T\n\n{{nmae}} {{nmae}}\n\n}} and {{ name\n{{version.nmae}}');
  assert.deepEqual(problems, [
    { line: 3, problem: '{{nmae}} is no placeholder' },
    { line: 5, problem: '}} belongs to no placeholder' },
    { line: 6, problem: '{{version.nmae}} is no placeholder' },
  ]);
  assert.deepEqual(render('').problems, [{ line: 1, problem: 'an article begins with its title: # Title' }]);
  assert.deepEqual(render('Text\n\n# T').problems.length, 1);
});

test('a file that begins with the mark of an editor is read as without', () => {
  assert.equal(render('\ufeff# Title\r\n\r\nLead.\r\n').title, 'Title');
});
