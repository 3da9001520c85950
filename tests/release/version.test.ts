import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(read('package.json'));

/** Where the version may stand, since a test compares it or npm writes it. */
const MAY_SAY_IT = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'helm/hushlink/Chart.yaml'];
const NOT_OURS = /^(node_modules|\.git|dist|data|coverage|static\/build)(\/|$)/;
const BINARY = /\.(png|webp|jpg|woff2|gz|br|db|tgz|zip)$/;

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function filesOfOurs(folder = '.'): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (NOT_OURS.test(path) || BINARY.test(path)) return [];
    if (entry.isDirectory()) return filesOfOurs(path);
    return entry.isFile() ? [path] : [];
  });
}

test('the version stands in package.json and nowhere else', () => {
  const paths = filesOfOurs();
  assert.ok(paths.includes('src/main.ts') && paths.includes('.ci/run') && paths.length > 500);
  const said = new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d.]*\\d)`);
  assert.deepEqual(
    paths.filter((path) => !MAY_SAY_IT.includes(path) && said.test(read(path))),
    [],
  );
});

test('the lock file is of the same version', () => {
  const lock = JSON.parse(read('package-lock.json'));
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
});

test('the version is one of semantic versioning', () => {
  assert.match(version, /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.]+)?$/);
});

test('the newest chapter of the changelog is what is not released yet, or this version with its day', () => {
  const [newest = '', ...older] = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  assert.match(newest, new RegExp(`^(Unreleased|${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\))$`));
  assert.ok(!older.includes('Unreleased'));
});
