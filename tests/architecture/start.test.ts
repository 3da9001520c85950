import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Import, importsOf, readSources } from './source.ts';

/** All that is loaded before a file runs, that is without import(): paths and packages. */
function loadedWith(entry: string): ReadonlySet<string> {
  const byPath = new Map(readSources('src').map((file) => [file.path, file]));
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const file = byPath.get(path);
    if (file === undefined) continue;
    const isStatic = ({ specifier, isTypeOnly }: Import) =>
      !isTypeOnly && new RegExp(`^(?:im|ex)port (?!type )[^'()]*'${RegExp.escape(specifier)}'`, 'm').test(file.text);
    const imports = importsOf(file).filter(isStatic);
    for (const { target } of imports) loaded.add(target);
  }
  return loaded;
}

test('a command loads no package but the one that reads command lines until it is known which it is', () => {
  const packages = [...loadedWith('src/cli/main.ts')].filter((name) => !/^(?:src\/|node:|package\.json$)/.test(name));
  assert.deepEqual(packages, ['commander']);
});
