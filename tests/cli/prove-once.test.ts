import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createServer } from 'node:tls';
import { makeAuthority, makeCertificate } from '../support/certificate.ts';
import { listening } from '../support/listening.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { type Claim, type Given, startKeeper } from './keeper.ts';
import { startOddServer } from './odd-server.ts';
import { runCli } from './run-cli.ts';

const rounds = 10;
const readers = 30;

async function startOne(t: TestContext, env: Record<string, string>, folder?: string): Promise<TestServer> {
  const server = await startServer({ env, ...(folder !== undefined && { folder }) });
  t.after(() => server.stop());
  return server;
}

async function startOnRedis(t: TestContext, processes: number): Promise<TestServer[]> {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const site = { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  return Promise.all(Array.from({ length: processes }, () => startOne(t, site)));
}

async function proof(servers: readonly { readonly url: string }[], ...args: readonly string[]) {
  const sizes = ['--rounds', String(rounds), '--readers', String(readers)];
  const end = await runCli(['prove-once', ...servers.map(({ url }) => url), ...sizes, '--json', ...args]);
  assert.equal(end.stderr, '');
  return { code: end.code, ...JSON.parse(end.stdout) };
}

async function expectOnce(servers: readonly TestServer[], ...args: readonly string[]): Promise<void> {
  const { code, once, copies, answers, servers: asked } = await proof(servers, ...args);
  assert.deepEqual([code, once, copies], [0, true, { min: 1, median: 1, max: 1 }]);
  assert.deepEqual(
    asked,
    servers.map(({ url }) => url),
  );
  assert.deepEqual(answers, { 200: rounds, 404: rounds * readers });
}

test('SQLite: each of many readers at once, and one more after them, is counted, and one has the content [GEN-01 REV-06]', async (t) => {
  const folder = temporaryFolder(t);
  const servers = [await startOne(t, {}, folder), await startOne(t, {}, folder)];
  await expectOnce(servers.slice(0, 1));
  await expectOnce(servers);
});

test('Redis: the same over one process and over three [GEN-01 REV-06]', async (t) => {
  const servers = await startOnRedis(t, 3);
  await expectOnce(servers.slice(0, 1));
  await expectOnce(servers);
  assert.ok(servers.every((server) => server.output().includes('POST')));
});

test('it speaks v1 as well, with tokens for the readers too, and asks for a site by its name', async (t) => {
  const server = await startOne(t, { HUSHLINK_SITE_HOST: 'secrets.example.com' });
  const byName = ['--host', 'secrets.example.com'];
  await expectOnce([server], '--api', 'v1', ...byName);
  await expectOnce([server], '--claimants', ...byName);
  const byAddress = await runCli(['prove-once', server.url, '--rounds', '1']);
  assert.equal(byAddress.code, 7);
});

test('with a passphrase, which all readers know, one of them gets the content', async (t) => {
  const server = await startOne(t, { HUSHLINK_SECRETS_PASSPHRASE_REQUIRED: 'true' });
  for (const api of ['v1', 'v2']) {
    const few = ['--rounds', '1', '--readers', '3'];
    const { code, answers } = await proof([server], '--api', api, '--passphrase', ...few);
    assert.deepEqual([code, answers], [0, { 200: 1, 404: 3 }]);
  }
  const { code, error } = await proof([server]);
  assert.deepEqual([code, error.code], [7, 'refused']);
});

test('where only customers may share, credentials go with the sharing, and never with a reader', async (t) => {
  const { url, asked } = await startKeeper(t, 'v2', ({ before }) => (before === 0 ? 'content' : 'gone'));
  const env = { HUSHLINK_USER: 'me@example.com', HUSHLINK_TOKEN: 'hunter2' };
  const end = await runCli(['prove-once', url, '--rounds', '2', '--readers', '3'], { env });
  assert.equal(end.code, 0);
  const authorized = asked.filter(({ headers }) => headers.authorization !== undefined);
  assert.deepEqual(
    authorized.map(({ path }) => path),
    ['/api/v2/secret/conceal', '/api/v2/secret/conceal'],
  );
  assert.doesNotMatch(end.stdout + end.stderr, /hunter2/);
});

test('what a server was given and what it has answered is not printed', async (t) => {
  const { url, asked } = await startKeeper(t, 'v2', () => 'content');
  const end = await runCli(['prove-once', url, '--rounds', '1', '--readers', '2', '--passphrase', '--claimants']);
  assert.equal(end.code, 1);
  const [shared] = asked.flatMap(({ path, body }) => (path.endsWith('/conceal') ? [JSON.parse(body)] : []));
  const tokens = asked.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  assert.deepEqual([tokens.length, new Set(tokens).size], [3, 3]);
  for (const token of tokens) assert.match(String(token), /^[\w-]{22}$/);
  for (const word of [shared.secret, shared.passphrase, ...tokens])
    assert.ok(!(end.stdout + end.stderr).includes(word));
});

test('no reader’s request is whole before the others have arrived but for a byte', async (t) => {
  let begun = 0;
  const begunAtEnd: number[] = [];
  const give = ({ before }: Claim): Given => (before === 0 ? 'content' : 'gone');
  const keeper = await startKeeper(t, 'v2', give, (request) => {
    if (!request.url?.startsWith('/api/v2/secret/k')) return;
    begun += 1;
    request.once('end', () => begunAtEnd.push(begun));
  });
  assert.equal((await proof([keeper], '--rounds', '1')).code, 0);
  assert.deepEqual(begunAtEnd, [...Array(readers).fill(readers), readers + 1]);
});

test('nobody there is exit 6, and what is no server, or too many readers, is exit 2', async (t) => {
  const { url } = await startKeeper(t, 'v2', () => 'gone');
  assert.equal((await runCli(['prove-once', url, 'http://127.0.0.1:1'])).code, 6);
  assert.equal((await runCli(['prove-once', `${url}/path`])).code, 2);
  assert.equal((await runCli(['prove-once', url, '--readers', '2001'])).code, 2);
  assert.equal((await runCli(['prove-once', url, '--rounds', '100001'])).code, 2);
  const silent = await startOddServer(t, () => {});
  assert.equal((await runCli(['prove-once', silent.url, '--timeout', '1'])).code, 6);
});

test('an answer of success without a key is not said to send elsewhere', async (t) => {
  const { url } = await startOddServer(t, (response) => response.writeHead(204).end());
  const end = await runCli(['prove-once', url, '--json']);
  assert.deepEqual([end.code, /not like Hushlink does/.test(end.stdout)], [8, true], end.stdout);
});

test('over TLS it wants the certificate of the site’s name, whatever the address', async (t) => {
  const { url } = await startKeeper(t, 'v2', ({ before }) => (before === 0 ? 'content' : 'gone'));
  const authority = makeAuthority();
  const { key, cert } = makeCertificate({ names: ['secrets.example.com'], issuer: authority });
  const front = createServer({ key, cert }, (visitor) => {
    const site = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [visitor, site]) socket.on('error', () => {});
    visitor.pipe(site).pipe(visitor);
  });
  const trusted = join(temporaryFolder(t), 'authority.pem');
  writeFileSync(trusted, authority.cert);
  const port = await listening(t, front);
  const askedAs = (host: string) =>
    runCli(['prove-once', `https://127.0.0.1:${port}`, '--host', host, '--rounds', '2', '--readers', '3'], {
      env: { NODE_EXTRA_CA_CERTS: trusted },
    });
  assert.equal((await askedAs('secrets.example.com')).code, 0);
  const other = await askedAs('other.example.com');
  assert.deepEqual([other.code, other.stdout], [6, '']);
});
