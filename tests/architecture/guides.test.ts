import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { SCHEMA } from '#src/store/schema-version.ts';
import about from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const guides = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'helm/hushlink/README.md'],
  ...['operations', 'security', 'asvs', 'decisions', 'cli', 'api-v1', 'translating', 'accessibility'].map(
    (name) => `docs/${name}.md`,
  ),
];
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const withoutBlocks = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
const headingsOf = (text: string, marks: string) =>
  Array.from(withoutBlocks(text).matchAll(new RegExp(`^${marks} (.+)$`, 'gm')), ([, words = '']) => words);
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const linksIn = (text: string) => Array.from(withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => to);

test('every link from one guide to another, and into a chapter of it, leads somewhere', () => {
  const linking = [...guides, ...globSync('{bench,examples/*}/*.md', { cwd: root })];
  const broken = linking.flatMap((guide) =>
    linksIn(read(guide))
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !leadsSomewhere(guide, link))
      .map((link) => `${guide}: ${link}`),
  );
  assert.deepEqual(broken, []);
  assert.equal(leadsSomewhere('README.md', 'docs/operations.md#nowhere'), false);
});

function leadsSomewhere(guide: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? guide : join(dirname(guide), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || headingsOf(read(file), '#{1,4}').map(anchorOf).includes(anchor);
}

test('every row of a table has as many cells as its head', () => {
  const uneven = guides.flatMap((guide) =>
    Array.from(withoutBlocks(read(guide)).matchAll(/(?:^\|.*\|\n)+/gm), ([table]) => table.trimEnd().split('\n'))
      .flatMap(([head = '', ...rows]) => rows.filter((row) => cellsOf(row) !== cellsOf(head)))
      .map((row) => `${guide}: ${row.slice(0, 80)}`),
  );
  assert.deepEqual(uneven, []);
});

const cellsOf = (row: string) => row.split(/(?<!\\)\|/).length - 2;

test('the schema that guides speak of is the one that the store has', () => {
  const schema = `${SCHEMA.major}.${SCHEMA.minor}`;
  const operations = read('docs/operations.md');
  const [, upgrades = ''] = operations.split('| schema | adds |');
  assert.equal(upgrades.match(/^\| (\d+\.\d+) \|(?=.*\n\n)/m)?.[1], schema);
  assert.match(operations, new RegExp(`^ok {4}store .* schema ${RegExp.escape(schema)}$`, 'm'));
  assert.match(read('CHANGELOG.md'), new RegExp(`A store gets schema ${RegExp.escape(schema)} `));
});

test('contents name every chapter of their guide, in its order', () => {
  for (const guide of ['docs/operations.md', 'docs/decisions.md']) {
    const text = read(guide);
    const [contents = ''] = text.split('\n## ');
    const named = Array.from(contents.matchAll(/\[([^\]]+)\]\(#([^)]+)\)/g), ([, words, to]) => ({ words, to }));
    const chapters = headingsOf(text, '##');
    assert.ok(chapters.length > 10, guide);
    assert.deepEqual(
      named,
      chapters.map((words) => ({ words, to: anchorOf(words) })),
      guide,
    );
  }
});

test('what waiting secrets take is said in the operations guide as it was measured', () => {
  const megabytes = (bytesEach: string | undefined) => `${((Number(bytesEach) * 10_000) / 1e6).toFixed(0)} MB`;
  const measured = (store: string, size: string) => {
    const row = new RegExp(`^\\| ${store} \\| ${size.replace(',', '')} \\| (\\d+) \\| (\\d*) \\|`, 'm');
    return row.exec(read('bench/SIZING.md'))?.slice(1) ?? [];
  };
  const rows = Array.from(read('docs/operations.md').matchAll(/^\| ([\d,]+) characters \| (.+ MB) \|$/gm));
  assert.equal(rows.length, 3);
  for (const [, size = '', said] of rows) {
    const [[sqlite], [onDisk, inMemory]] = [measured('SQLite', size), measured('Redis', size)];
    assert.equal(said, [sqlite, inMemory, onDisk].map(megabytes).join(' | '), size);
  }
});

test('what the README builds first is what it starts next, and the scripts that guides name are there', () => {
  const { scripts } = about;
  assert.match(read('README.md'), /^npm ci && npm run build:binary +# leaves (\S+)\n\1 serve /m);
  const named = guides.flatMap((guide) =>
    Array.from(read(guide).matchAll(/\bnpm run ([\w:]+)/g), ([, name = '']) => name),
  );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((name) => !Object.hasOwn(scripts, name)),
    [],
  );
});

test('a size of the image that the README names is said to be the size to fetch, as the one that is bounded', () => {
  assert.match(read('tests/image/contents.test.ts'), /the image is at most \d+ MB to fetch/);
  const sizes = Array.from(read('README.md').matchAll(/\bimage\b[^.]{0,20}\d+ MB(?: to fetch)?/g), ([words]) => words);
  assert.deepEqual(
    sizes.filter((words) => !words.endsWith(' to fetch')),
    [],
  );
});

test('the guide for those who work on it says of every script what it is for', () => {
  const [, list = ''] = /^## Run it\n[\s\S]*?^```\n([\s\S]*?)^```$/m.exec(read('CONTRIBUTING.md')) ?? [];
  const named = Array.from(list.matchAll(/^npm (?:run )?([\w:]+) /gm), ([, name = '']) => name);
  assert.deepEqual(
    Object.keys(about.scripts).filter((name) => !named.includes(name)),
    [],
  );
});

test('a command in a container is given to the executable by its path, since nothing there looks for it', () => {
  const commands = guides.flatMap((guide) =>
    Array.from(
      read(guide).matchAll(/docker exec \S+ (\S+)|exec deploy\/\S+ -- (\S+)/g),
      ([, one, other]) => one ?? other,
    ),
  );
  assert.ok(commands.length > 3);
  assert.deepEqual([...new Set(commands)], ['/hushlink']);
});
