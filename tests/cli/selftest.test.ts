import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCertificate } from '../support/certificate.ts';
import { listening } from '../support/listening.ts';
import { startServer } from '../support/server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { sendJson, someKey, startOddServer } from './odd-server.ts';
import { runCli } from './run-cli.ts';

async function openSite(t: Cleanup, env: Readonly<Record<string, string>> = {}) {
  const server = await startServer({ env });
  t.after(() => server.stop());
  return server;
}

test('selftest passes where a secret can be opened once and only once [GEN-01 REV-06]', async (t) => {
  const { url } = await openSite(t);
  assert.deepEqual(await runCli(['selftest', url]), {
    code: 0,
    signal: null,
    stdout: 'passed\n',
    stderr: `Shared, opened once, and gone the second time. Links lead to ${url}.\n`,
  });
  const { stdout } = await runCli(['selftest', url, '--json']);
  assert.deepEqual(JSON.parse(stdout), { created: true, opened: true, opened_again: false, links_to: url });
});

test('it passes where passphrases have to be as long as can be', async (t) => {
  const long = { HUSHLINK_SECRETS_PASSPHRASE_REQUIRED: 'true', HUSHLINK_SECRETS_PASSPHRASE_MIN_LENGTH: '100' };
  const { url } = await openSite(t, long);
  assert.equal((await runCli(['selftest', url])).stdout, 'passed\n');
});

test('it passes where nothing lives longer than a minute, the least a site can allow', async (t) => {
  const { url } = await openSite(t, { HUSHLINK_PLANS_ANONYMOUS_TTL: '60' });
  assert.equal((await runCli(['selftest', url])).stdout, 'passed\n');
  const few = ['--rounds', '1', '--readers', '2'];
  assert.equal((await runCli(['prove-once', url, ...few])).code, 0);
});

test('a site is asked for by its name, at whatever address it is', async (t) => {
  const { url } = await openSite(t, { HUSHLINK_SITE_HOST: 'secrets.example.com' });
  const byAddress = await runCli(['selftest', url]);
  assert.notEqual(byAddress.code, 0);
  const byName = await runCli(['selftest', url, '--host', 'secrets.example.com', '--json']);
  assert.equal(JSON.parse(byName.stdout).links_to, 'https://secrets.example.com');
});

test('the final dot of a whole name is left out, as sites know themselves without it', async (t) => {
  const odd = await startOddServer(t, (response) => sendJson(response, 404, {}));
  const names = ['Secrets.Example.com.', 'secrets.example.com.:8443'];
  for (const name of names) await runCli(['selftest', odd.url, '--host', name]);
  assert.deepEqual(
    odd.asked.map(({ headers }) => headers.host),
    ['secrets.example.com', 'secrets.example.com:8443'],
  );
  assert.equal((await runCli(['selftest', odd.url, '--host', 'secrets..'])).code, 2);
});

test('where only customers may share it says so, and credentials go to that server', async (t) => {
  const { url } = await openSite(t, { HUSHLINK_SECRETS_CREATE_ALLOWED: 'signed-in' });
  assert.equal((await runCli(['selftest', url])).code, 7);
  const odd = await startOddServer(t, (response) => sendJson(response, 401, { success: false }));
  const env = { HUSHLINK_USER: 'me@example.com', HUSHLINK_TOKEN: 'hunter2' };
  const refused = await runCli(['selftest', odd.url, '--host', 'secrets.example.com'], { env });
  assert.deepEqual([refused.code, odd.asked[0]?.headers.host], [7, 'secrets.example.com']);
  assert.match(odd.asked[0]?.headers.authorization ?? '', /^Basic /);
  assert.doesNotMatch(refused.stdout + refused.stderr, /hunter2/);
});

/** What a server says that has taken a secret. */
const created = {
  success: true,
  record: {
    metadata: {
      ...{ key: someKey, share_url: `https://secrets.example.com/secret/${someKey}`, created: 1, lifespan: 60 },
      ...{ metadata_url: `https://secrets.example.com/private/${someKey}`, has_passphrase: true },
    },
    secret: { key: someKey },
  },
};

const wrongs = [
  { name: 'gives back something else', values: ['other'], says: /not what was shared/ },
  { name: 'gives it twice', values: [null, null], says: /opened twice/ },
];

for (const { name, values, says } of wrongs) {
  test(`a server that ${name} is exit 8`, async (t) => {
    let shared = '';
    const { url } = await startOddServer(t, (response, { path, body }, count) => {
      if (!path.endsWith('/conceal')) {
        return sendJson(response, 200, { record: { secret_value: values[count - 2] ?? shared } });
      }
      shared = JSON.parse(body).secret;
      sendJson(response, 200, created);
    });
    const end = await runCli(['selftest', url]);
    assert.deepEqual([end.code, end.stdout], [8, '']);
    assert.match(end.stderr, says);
    assert.ok(shared.length > 20 && !end.stderr.includes(shared));
  });
}

test('a server that is in trouble for a moment passes, before the first opening or the second', async (t) => {
  let [shared, claims] = ['', 0];
  const { url } = await startOddServer(t, (response, { path, body }) => {
    if (!path.endsWith('/conceal')) {
      claims += 1;
      if (claims % 2 === 1) return sendJson(response, 503, { error_type: 'StoreUnavailable' });
      if (claims === 2) return sendJson(response, 200, { record: { secret_value: shared } });
      return sendJson(response, 404, { error_type: 'RecordNotFound' });
    }
    shared = JSON.parse(body).secret;
    sendJson(response, 200, created);
  });
  const end = await runCli(['selftest', url]);
  assert.deepEqual([end.code, end.stdout, claims], [0, 'passed\n', 4], end.stderr);
});

test('asked for by a name, what was never sent is not said to be made, and what may have come is', async (t) => {
  const { port } = await startTlsServer(t, makeCertificate({ names: ['secrets.example.com'] }));
  const broken = await startOddServer(t, (response) => response.destroy());
  const asked = (url: string) => runCli(['selftest', url, '--host', 'secrets.example.com']);
  for (const url of ['http://127.0.0.1:1', `https://127.0.0.1:${port}`]) {
    const { code, stderr } = await asked(url);
    assert.deepEqual([code, /^hushlink: Could not reach \S+ \(\w+\)\.$/m.test(stderr)], [6, true], stderr);
  }
  assert.match((await asked(broken.url)).stderr, /The secret may have been made/);
});

test('a site that answers to an address is asked for by it: its certificate has to be for that address', async (t) => {
  const certificate = makeCertificate({ names: ['secrets.example.com'] });
  const folder = temporaryFolder(t);
  const env = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
  writeFileSync(env.NODE_EXTRA_CA_CERTS, certificate.cert);
  const port = await listening(
    t,
    createServer(certificate, (_, response) => response.end('{}')),
  );
  const asked = async (name: string, host: string) =>
    (await runCli(['selftest', `https://${name}:${port}`, '--host', host], { env })).stderr;
  assert.match(await asked('localhost', '127.0.0.1'), /not like Hushlink does/);
  assert.match(await asked('127.0.0.1', '192.0.2.7'), /ALTNAME/);
  assert.match(await asked('127.0.0.1', '[::1]:443'), /ALTNAME/);
});

test('what is no name to ask for is wrong usage, and nobody is asked', async () => {
  const usage = ['', 'a b', 'https://secrets.example.com', 'a\nb'].map((host) => ['selftest', host] as const);
  for (const [command, host] of [...usage, ['prove-once', 'secrets.example.com/path'] as const]) {
    const { code, stderr } = await runCli([command, 'http://127.0.0.1:1', '--host', host]);
    assert.deepEqual([code, /--host/.test(stderr)], [2, true], host);
  }
});

test('nobody there is exit 6, and an address with a path is none', async () => {
  assert.equal((await runCli(['selftest', 'http://127.0.0.1:1', '--host', 'secrets.example.com'])).code, 6);
  assert.equal((await runCli(['selftest', 'https://secrets.example.com/path'])).code, 2);
});
