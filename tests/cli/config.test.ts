import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temp.ts';
import { runCli, runCliInShell } from './run-cli.ts';

test('config check is content with the defaults and names everything that is wrong', async () => {
  const fine = await runCli(['config', 'check']);
  assert.deepEqual([fine.code, fine.stdout, fine.stderr], [0, '', 'The configuration is fine.\n']);
  const wrong = await runCli(['config', 'check'], { env: { PORT: 'many', HUSHLINK_LOG_LEVEL: 'loud' } });
  assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  const lines = wrong.stderr.trimEnd().split('\n');
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /; hint: /);
});

test('config check reads the texts of the information pages as a start would', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'terms.md'), '# Terms\n\nBy {{legal.provder}}.\n');
  const wrong = await runCli(['config', 'check'], { env: { HUSHLINK_LEGAL_FOLDER: folder } });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /terms\.md:3 \{\{legal\.provder\}\} is no placeholder; hint: .*\n$/);
});

test('config check reads the site secret in the data folder as a start would, if it is there, and makes none', async (t) => {
  const data = temporaryFolder(t);
  const check = () => runCli(['config', 'check'], { env: { HUSHLINK_DATA: data } });
  assert.equal((await check()).code, 0);
  assert.deepEqual(readdirSync(data), []);
  for (const name of ['site-secret.previous', 'site-secret']) {
    writeFileSync(join(data, 'site-secret'), 'kq7X9mZ2vB4nT6wR8yL1pD3sF5hJ0gCuEiOaYtQeWrM=');
    assert.equal((await check()).stderr, 'The configuration is fine.\n');
    writeFileSync(join(data, name), 'damaged');
    const wrong = await check();
    assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
    assert.match(wrong.stderr, new RegExp(`^${data}/${name} must be .*; hint: .*\n$`));
    rmSync(join(data, name));
  }
  writeFileSync(join(data, 'site-secret'), 'damaged');
  const env = { HUSHLINK_DATA: data, HUSHLINK_SITE_SECRET: 'kq7X9mZ2vB4nT6wR8yL1pD3sF5hJ0gCuEiOaYtQeWrM=' };
  assert.equal((await runCli(['config', 'check'], { env })).code, 0);
});

test('a file that is no UTF-8 is refused, and neither a name nor a password becomes another one', async (t) => {
  const folder = temporaryFolder(t);
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  writeFileSync(join(folder, 'latin.yaml'), bytes('site:\n  name: M\u00fcller\n'));
  writeFileSync(join(folder, 'wide.yaml'), Buffer.from('\ufeffsite:\n  name: A\n', 'utf16le'));
  writeFileSync(join(folder, 'passphrase'), bytes('gr\u00fcn'));
  writeFileSync(join(folder, 'marked.yaml'), '\ufeffsite:\n  name: M\u00fcller\n');
  const check = (name: string, file: string) => {
    return runCli(['config', 'check'], { cwd: folder, env: { [name]: join(folder, file) } });
  };
  for (const [name, file] of [
    ['HUSHLINK_CONFIG', 'latin.yaml'],
    ['HUSHLINK_CONFIG', 'wide.yaml'],
    ['HUSHLINK_INCOMING_PASSPHRASE_FILE', 'passphrase'],
  ] as const) {
    const { code, stderr } = await check(name, file);
    assert.equal(code, 1, file);
    assert.match(stderr, new RegExp(`^${name} must name a file that can be read \\(not UTF-8\\).*\n$`));
  }
  assert.equal((await check('HUSHLINK_CONFIG', 'marked.yaml')).code, 0);
});

test('a file of a secret that would never end, or never come, is refused in words', async (t) => {
  const folder = temporaryFolder(t);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 2 ** 32);
  for (const [file, why] of [
    ['pipe', 'a pipe in which nothing comes'],
    ['large', 'longer than 1 MiB'],
    ['/dev/zero', 'longer than 1 MiB'],
    ['.', 'EISDIR'],
  ] as const) {
    for (const name of ['HUSHLINK_SITE_SECRET_FILE', 'HUSHLINK_CONFIG']) {
      const { code, stderr } = await runCli(['config', 'check'], { cwd: folder, env: { [name]: file } });
      assert.equal(code, 1, file);
      assert.match(stderr, new RegExp(`^${name} must name a file that can be read \\(${why}\\).*\n$`));
    }
  }
});

test('a secret may come in a pipe, named or not, also from what has to fetch it first, or through links', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'secret'), 'kq7X9mZ2vB4nT6wR8yL1pD3sF5hJ0gCuEiOaYtQeWrM=\n');
  symlinkSync('secret', join(folder, '..data'));
  symlinkSync('..data', join(folder, 'link'));
  for (const [file, script] of [
    ['/dev/fd/3', '{ "$@" --version > version; cat secret; } | "$@" config check 3<&0'],
    ['pipe', 'mkfifo pipe; cat secret > pipe & "$@" config check'],
    ['link', '"$@" config check'],
  ] as const) {
    // That it came, and whole, is told by what says that the other one is the same.
    const env = { HUSHLINK_SITE_SECRET_FILE: file, HUSHLINK_SITE_PREVIOUS_SECRETS_FILE: 'secret' };
    const { stderr } = await runCliInShell(script, [], { cwd: folder, env });
    assert.match(stderr, /^HUSHLINK_SITE_PREVIOUS_SECRETS_FILE must all differ from site\.secret .*\n$/, file);
  }
});

test('config check knows the languages as a start does', async () => {
  const wrong = await runCli(['config', 'check'], { env: { HUSHLINK_LOCALES_DEFAULT: 'xx' } });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /^There is no language xx; hint: locales\.default is one of en,.*\n$/);
});

test('config check warns of a cluster address that the monitor may not connect to', async () => {
  const check = async (ip: string, networks = '', scheme = 'https') => {
    const own = { HUSHLINK_DOMAINS_CLUSTER_IP: ip, HUSHLINK_DOMAINS_PRIVATE_NETWORKS: networks };
    const site = { HUSHLINK_SITE_HOST: 'hush.example', HUSHLINK_SITE_SCHEME: scheme, HUSHLINK_DOMAINS_ENABLED: 'true' };
    return (await runCli(['config', 'check'], { env: { ...site, ...own } })).stderr;
  };
  assert.match(
    await check('10.0.0.1'),
    /^Warning: domains\.cluster_ip is not .*; hint: add it to domains\.private_networks\n/,
  );
  // Without https it connects nowhere.
  const plain = await check('10.0.0.1', '', 'http');
  for (const fine of [await check('10.0.0.1', '10.0.0.0/8'), await check('8.8.8.8'), plain])
    assert.equal(fine, 'The configuration is fine.\n');
});

test('config show prints what is in effect and never a secret', async (t) => {
  const file = join(temporaryFolder(t), 'own.yaml');
  writeFileSync(file, 'site:\n  host: secrets.example.com\n');
  const secret = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz').toString('base64');
  const end = await runCli(['config', 'show'], { env: { HUSHLINK_CONFIG: file, HUSHLINK_SITE_SECRET: secret } });
  assert.equal(end.code, 0, end.stderr);
  const { site } = parse(end.stdout);
  assert.deepEqual([site.host, site.scheme, site.secret], ['secrets.example.com', 'https', '[redacted]']);
  assert.ok(!end.stdout.includes(secret));
});
