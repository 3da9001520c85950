import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, readSources } from './source.ts';

/** All that is loaded before a file runs, that is without import(): paths and packages. */
function loadedWith(entry: string): ReadonlySet<string> {
  const byPath = new Map(readSources('src').map((file) => [file.path, file]));
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const file = byPath.get(path);
    if (file === undefined) continue;
    const calls = new Set([...file.text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) => specifier));
    const imports = importsOf(file).filter(({ isTypeOnly, specifier }) => !isTypeOnly && !calls.has(specifier));
    for (const { target } of imports) loaded.add(target);
  }
  return loaded;
}

test('a command loads no package but the one that reads command lines until it is known which it is', () => {
  const packages = [...loadedWith('src/cli/main.ts')].filter((name) => !/^(?:src\/|node:|package\.json$)/.test(name));
  assert.deepEqual(packages, ['commander']);
});
