import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createClient } from '../durability/client.ts';
import { type Child, type ChildEnd, startChild } from '../support/children.ts';
import { executable } from '../support/program.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The executable by itself in a folder that anybody may read. */
function loneProgram(t: Cleanup): string {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  copyFileSync(executable, join(folder, 'hushlink'));
  return folder;
}

/** In that folder, with these variables and no others. */
function startLone(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Child {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return startChild('env', ['-i', ...variables, './hushlink', ...args], { cwd: folder, input });
}

function runLone(folder: string, args: readonly string[], env = {}, input = ''): Promise<ChildEnd> {
  return startLone(folder, args, env, input).ended;
}

async function serveLone(t: Cleanup, folder: string, env: Readonly<Record<string, string>> = {}) {
  const child = startLone(folder, ['serve'], { PORT: '0', ...env });
  t.after(() => child.kill('SIGTERM'));
  const [, port = ''] = await child.waitFor(/"port":(\d+)/, 60_000);
  child.background();
  const client = createClient(Number(port), 4);
  t.after(() => client.close());
  return { client, child, url: `http://localhost:${port}` };
}

test('alone in an empty folder, with no variable but a port, it serves, shares and reveals once [GEN-01]', async (t) => {
  const folder = loneProgram(t);
  const { client, child } = await serveLone(t, folder);
  const { secretKey } = await client.share('only once');
  const first = await client.reveal(secretKey);
  assert.deepEqual([first.status, JSON.parse(first.body.toString()).record.secret_value], [200, 'only once']);
  assert.equal((await client.reveal(secretKey)).status, 404);
  assert.deepEqual(readdirSync(folder).toSorted(), ['data', 'hushlink']);
  assert.deepEqual(readdirSync(join(folder, 'data')).toSorted().slice(0, 1), ['hushlink.db']);
  const { code } = await child.kill('SIGTERM');
  assert.equal(code, 0);
});

test('the same file is the command line: create, status, reveal once', async (t) => {
  const folder = loneProgram(t);
  const { url } = await serveLone(t, folder);
  const created = await runLone(folder, ['create', '--server', url, '--json'], {}, 'from a pipe');
  assert.equal(created.code, 0, created.stderr);
  const { share_url: link, metadata_key: privateKey } = JSON.parse(created.stdout);
  const status = await runLone(folder, ['status', privateKey, '--server', url, '--json']);
  assert.deepEqual([status.code, JSON.parse(status.stdout).state], [0, 'new'], status.stderr);
  const revealed = await runLone(folder, ['reveal', link]);
  assert.deepEqual([revealed.code, revealed.stdout], [0, 'from a pipe']);
  assert.equal((await runLone(folder, ['reveal', link])).code, 3);
  assert.equal((await runLone(folder, ['--version'])).stdout, `${version}\n`);
  assert.equal((await runLone(folder, ['config', 'check'])).code, 0);
  const verified = await runLone(folder, ['verify', url]);
  assert.equal(verified.code, 0, verified.stderr);
  assert.match((await runLone(folder, ['licences'])).stdout, /express/);
});

test('every static file comes out of it as it was built, plain and compressed', async (t) => {
  const { client } = await serveLone(t, loneProgram(t));
  const build = join(root, 'static/build');
  const names = readdirSync(build).filter((name) => /\.(js|css)$/.test(name));
  assert.ok(names.length > 10);
  for (const name of names) {
    const built = readFileSync(join(build, name));
    const get = (coding: string) => client.ask(`/static/build/${name}`, { headers: { 'Accept-Encoding': coding } });
    const [plain, brotli, gzip] = [await get('identity'), await get('br'), await get('gzip')];
    assert.deepEqual(
      [plain.status, brotli.headers['content-encoding'], gzip.headers['content-encoding']],
      [200, 'br', 'gzip'],
    );
    assert.match(plain.headers['cache-control'] ?? '', /immutable/);
    assert.deepEqual([plain.body, brotliDecompressSync(brotli.body), gunzipSync(gzip.body)], [built, built, built]);
  }
});

test('its pages name islands and texts that it has, and its articles are there', async (t) => {
  const { client } = await serveLone(t, loneProgram(t));
  const home = (await client.ask('/')).body.toString();
  const files = [...home.matchAll(/"(\/static\/[^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(files.some((path) => /\/texts-en-/.test(path)) && files.some((path) => /\/mount-/.test(path)), home);
  for (const path of files) assert.equal((await client.ask(path)).status, 200, path);
  for (const name of ['terms', 'privacy', 'security']) {
    const { status, body } = await client.ask(`/info/${name}`);
    assert.equal(status, 200);
    assert.match(body.toString(), /<h1/);
  }
});

test('an unprivileged user without a home starts it in a folder that he may not write to', async (t) => {
  const [folder, data] = [loneProgram(t), temporaryFolder(t)];
  chmodSync(folder, 0o555);
  chmodSync(data, 0o777);
  const isRoot = process.getuid?.() === 0;
  const drop = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const start = (env: readonly string[]) =>
    startChild('env', ['-i', 'PATH=/usr/bin:/bin', 'PORT=0', ...env, ...drop, './hushlink', 'serve'], { cwd: folder });
  const child = start([`HUSHLINK_DATA=${join(data, 'kept')}`]);
  t.after(() => child.kill());
  await child.waitFor(/Hushlink is ready at/, 60_000);
  const refused = await start([]).ended;
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is closed to user \d+.*\(EACCES\); hint: /);
});

test('what somebody has laid beside it, above it or where it is started runs none of it', async (t) => {
  const above = temporaryFolder(t);
  const folder = join(above, 'bin');
  mkdirSync(folder);
  copyFileSync(executable, join(folder, 'hushlink'));
  // One that a package of ours asks for, and does without.
  for (const place of [above, folder]) {
    mkdirSync(join(place, 'node_modules/supports-color'), { recursive: true });
    writeFileSync(
      join(place, 'node_modules/supports-color/index.js'),
      "console.error('planted'); module.exports = {};",
    );
  }
  writeFileSync(join(folder, 'planted.mjs'), "console.error('planted');");
  writeFileSync(join(folder, 'node.config.json'), '{ "nodeOptions": { "import": ["./planted.mjs"] } }');
  writeFileSync(join(folder, '.env'), 'NODE_OPTIONS=--import=./planted.mjs');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "main": "planted.mjs" }');
  const { client, child } = await serveLone(t, folder);
  assert.equal((await client.ask('/')).status, 200);
  const { stderr } = await child.kill('SIGTERM');
  assert.doesNotMatch(stderr, /planted/);
});

test('a wrong configuration stops it with file, line and hint', async (t) => {
  const folder = loneProgram(t);
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc/own.yaml'), 'secrets:\n  default_ttl: 0\n');
  const { code, stdout, stderr } = await runLone(folder, ['serve'], { HUSHLINK_CONFIG: 'etc/own.yaml' });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^etc\/own\.yaml:2 secrets\.default_ttl must be at least 60 \(got 0\); hint: .*\n$/);
});

test('what is in it says nothing of the machine that built it', () => {
  // The root itself may be as short as /app, with which addresses of the site begin.
  const ofRoot = [`${root}/`, `"${root}"`];
  for (const name of ['main.mjs', 'program.js', 'sea.json']) {
    const text = readFileSync(join(root, 'dist/parts', name), 'utf8');
    assert.deepEqual(
      ofRoot.filter((words) => text.includes(words)),
      [],
      name,
    );
    assert.doesNotMatch(text, /node_modules\/\.\.|\.\.\/node_modules|file:\/\/\//, name);
  }
});
