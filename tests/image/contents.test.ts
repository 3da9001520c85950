import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import { needProgram } from '../support/programs.ts';
import { canary, epochSeconds } from './build-image.ts';
import { openImage } from './image.ts';

const image = openImage();
const maxCompressedBytes = 60_000_000;

/** Everything. A library's version is in no name, and the folder of libraries is that of the machine. */
const expected = [
  'data',
  'etc/group',
  'etc/nsswitch.conf',
  'etc/os-release',
  'etc/passwd',
  'etc/ssl/certs/ca-certificates.crt',
  'hushlink',
  ...[
    'libatomic.so.1',
    'libc.so.6',
    'libdl.so.2',
    'libgcc_s.so.1',
    'libm.so.6',
    'libpthread.so.0',
    'libstdc++.so.6',
  ].map((name) => `lib/TRIPLET/${name}`),
  'LOADER',
  ...['ca-certificates', 'hushlink', 'libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6'].map(
    (name) => `usr/share/doc/${name}/copyright`,
  ),
  ...['ca-certificates', 'libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6'].map(
    (name) => `var/lib/dpkg/status.d/${name}`,
  ),
];

test('the image holds the executable, its libraries, certificates and four short files, and nothing else', () => {
  const leaves = image.files.filter(({ path }) => !image.files.some((other) => other.path.startsWith(`${path}/`)));
  const names = leaves.map(({ path }) =>
    path.replace(/^lib\/[\w-]+-linux-gnu\//, 'lib/TRIPLET/').replace(/^lib(64)?\/ld-linux-[\w.-]+$/, 'LOADER'),
  );
  assert.deepEqual(names.toSorted(), expected.toSorted());
});

test('every file belongs to root and nobody else can write one, but for the data folder', () => {
  const odd = image.files.filter(({ owner, mode }) => owner !== '0/0' || !/^[-d]r[w-][x-]r-[x-]r-[x-]$/.test(mode));
  assert.deepEqual(
    odd.map(({ path, owner, mode }) => [path, owner, mode]),
    [['data', '65532/0', 'drwxrwx---']],
  );
});

test('the image is at most 60 MB to fetch', (t) => {
  t.diagnostic(`compressed: ${(image.compressedBytes / 1_000_000).toFixed(1)} MB`);
  assert.ok(image.compressedBytes <= maxCompressedBytes, String(image.compressedBytes));
});

test('every file bears the time that was given to the build', () => {
  assert.deepEqual([...new Set(image.files.map(({ modifiedSeconds }) => modifiedSeconds))], [epochSeconds]);
});

test('an engine learns who runs it, where it keeps its data, how to ask it and how to stop it', () => {
  const { config } = image;
  assert.equal(config.User, '65532:65532');
  assert.deepEqual([config.Entrypoint, config.Cmd, config.WorkingDir], [['/hushlink'], ['serve'], '/']);
  assert.deepEqual([Object.keys(config.Volumes), Object.keys(config.ExposedPorts)], [['/data'], ['3000/tcp']]);
  assert.deepEqual([config.StopSignal, config.Healthcheck.Test], ['SIGTERM', ['CMD', '/hushlink', 'healthcheck']]);
  for (const one of ['HOST=0.0.0.0', 'HUSHLINK_DATA=/data']) assert.ok(config.Env.includes(one), one);
});

test('the labels name version, commit, source and licence', () => {
  const labels = Object.entries(image.config.Labels).filter(([name]) => name.startsWith('org.opencontainers.image.'));
  assert.deepEqual(Object.fromEntries(labels.map(([name, value]) => [name.split('.').at(-1), value])), {
    title: 'Hushlink',
    description: about.description,
    licenses: about.license,
    version: about.version,
    revision: 'a'.repeat(40),
    source: 'https://example.org/hushlink',
  });
});

test('what lists the packages of an image finds those whose files are in it', () => {
  const { files, root } = image;
  for (const { path } of files.filter((file) => file.path.startsWith('var/lib/dpkg/status.d/'))) {
    const status = readFileSync(join(root, path), 'utf8');
    assert.match(status, /^Package: .+$/m, path);
    assert.match(status, /^Version: .+$/m, path);
  }
});

test('nothing of what the build was told in secret is in the image, in its history or in what the build said', () => {
  assert.ok(!image.words.includes(canary));
  for (const { path } of image.files) {
    const file = join(image.root, path);
    if (statSync(file).isFile()) assert.equal(readFileSync(file).indexOf(canary), -1, path);
  }
  assert.ok(!existsSync(join(image.root, 'root')));
});

test('the script that lays the image out has no fault that shellcheck knows', () => {
  execFileSync(needProgram('shellcheck'), [join(import.meta.dirname, '../../src/build/image-root.sh')]);
});
