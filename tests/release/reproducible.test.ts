import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { folderResources, type Resources } from '#src/resources.ts';
import { runChild } from '../support/children.ts';
import { temporaryFolder } from '../support/temp.ts';

const root = resolve(import.meta.dirname, '../..');
/** What a build reads; static/build is made by it. */
const SOURCES = ['LICENSE', 'config', 'locales', 'package-lock.json', 'package.json', 'src', 'static', 'views'];

/** The code of the executable. Node itself, and what it compiles of the code on the way, are as the machine has them. */
const PROGRAM = `
  import { buildProgram } from './src/build/server-bundle.ts';
  await buildProgram(process.cwd(), 'dist/parts');
`;

interface Place {
  /** Below a temporary folder. */
  readonly path: string;
  readonly copied: 'forwards' | 'backwards';
  readonly modified: Date;
  readonly env: Readonly<Record<string, string>>;
}

const here = {
  path: 'a',
  copied: 'forwards',
  modified: new Date('2001-01-01T00:00:00Z'),
  env: { LC_ALL: 'C', TZ: 'UTC' },
} as const;
const elsewhere = {
  path: 'somewhere/deeper and/with spaces, # and %2F',
  copied: 'backwards',
  modified: new Date('2033-07-07T07:07:07Z'),
  env: { LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
} as const;

const [first, second] = await Promise.all([built(here), built(elsewhere)]);

for (const folder of ['dist', 'static']) {
  test(`two builds of one commit in different places leave the same bytes in ${folder}`, () => {
    const names = first.resources.list(folder);
    assert.ok(names.length > 5);
    assert.deepEqual(second.resources.list(folder), names);
    for (const name of names) {
      const path = `${folder}/${name}`;
      assert.ok(first.resources.bytes(path).equals(second.resources.bytes(path)), `${path} is not the same`);
    }
  });
}

test('no file that is built names the folder it was built in, or where its packages lie', () => {
  // The root itself may be as short as /app, which stands in addresses of the site.
  const inRoot = readdirSync(root).map((name) => join(root, name));
  const ours = [first.folder, ...inRoot, realpathSync(join(root, 'node_modules'))];
  for (const folder of ['dist', 'static/build']) {
    for (const name of first.resources.list(folder)) {
      const bytes = first.resources.bytes(`${folder}/${name}`);
      for (const path of ours) assert.ok(!bytes.includes(path), `${name} names ${path}`);
    }
  }
});

test('an executable can be made wherever the commit lies', async () => {
  const args = ['--import', './src/build/loader.mjs', 'src/build/executable.ts'];
  const { code, stderr } = await runChild(process.execPath, args, { cwd: second.folder, env: elsewhere.env });
  assert.equal(code, 0, stderr);
  const { stdout } = await runChild(join(second.folder, 'dist/hushlink'), ['--version']);
  assert.equal(stdout, `${JSON.parse(first.resources.text('package.json')).version}\n`);
});

test('compressed files hold neither a time nor the system they were made on', () => {
  const names = first.resources.list('static/build').filter((name) => name.endsWith('.gz'));
  assert.ok(names.length > 5);
  for (const name of names) {
    const header = first.resources.bytes(`static/build/${name}`).subarray(0, 10);
    assert.deepEqual([...header.subarray(4, 8), header[9]], [0, 0, 0, 0, 255], name);
  }
});

async function built(place: Place): Promise<{ resources: Resources; folder: string }> {
  const folder = join(temporaryFolder({ after }), place.path);
  mkdirSync(folder, { recursive: true });
  for (const source of place.copied === 'forwards' ? SOURCES : SOURCES.toReversed()) copyTo(folder, source, place);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const script of [['src/build/build.ts'], ['--input-type=module', '--eval', PROGRAM]]) {
    const args = ['--import', './src/build/loader.mjs', ...script];
    const end = await runChild(process.execPath, args, { cwd: folder, env: place.env });
    assert.equal(end.code, 0, end.stderr);
  }
  return { resources: folderResources(folder), folder };
}

/** One file after the other, so that a folder which lists them as they came lists them in this order. */
function copyTo(folder: string, path: string, place: Place): void {
  if (path === 'static/build') return;
  const [from, to] = [join(root, path), join(folder, path)];
  if (statSync(from).isDirectory()) {
    mkdirSync(to);
    const names = readdirSync(from).toSorted();
    for (const name of place.copied === 'forwards' ? names : names.toReversed())
      copyTo(folder, `${path}/${name}`, place);
  } else cpSync(from, to);
  utimesSync(to, place.modified, place.modified);
}
