import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

function keysOf(pack: object, before = ''): string[] {
  return Object.entries(pack).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${before}${name}`] : keysOf(value, `${before}${name}.`),
  );
}

test('every text is asked for by its whole name somewhere, so that translators translate no dead ones', () => {
  const sources = globSync(['src/**/*.{ts,tsx}', 'views/**/*.{ts,tsx}'], { cwd: root });
  const code = sources.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n');
  const named = new Set(Array.from(code.matchAll(/['"`]([\w.]+)['"`]/g), ([, name]) => name));
  const keys = keysOf(JSON.parse(readFileSync(resolve(root, 'locales/en.json'), 'utf8')));
  assert.deepEqual(
    keys.filter((key) => !named.has(key.replace(PLURAL, ''))),
    [],
  );
});
