import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const about = readJson('package.json');
const locked: readonly [string, Record<string, unknown>][] = Object.entries(readJson('package-lock.json').packages);

test('every package that is fetched is bound to its bytes by a SHA-512, wherever it is fetched from', () => {
  const fetched = locked.filter(([path]) => path !== '');
  assert.ok(fetched.length > 100);
  const loose = fetched.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(String(integrity)));
  assert.deepEqual(loose, []);
});

test('every version that is asked for is one version, and no package may run a script when it is installed', () => {
  const groups = [about.dependencies, about.devDependencies, about.optionalDependencies];
  const asked = groups.flatMap((group) => Object.entries(group));
  assert.deepEqual(
    asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version))),
    [],
  );
  assert.deepEqual(
    Object.values(about.allowScripts).filter((may) => may !== false),
    [],
  );
  assert.match(readFileSync(join(root, 'Dockerfile'), 'utf8'), /npm ci [^\n]*--ignore-scripts/);
  // The npm that comes with Node 20 knows nothing of allowScripts.
  assert.match(readFileSync(join(root, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});
