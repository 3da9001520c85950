import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Child, runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { needProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temp.ts';
import {
  assertClaimsAreNotBelieved,
  assertIdIsOurs,
  DOMAIN,
  examples,
  exampleWith,
  openProxiedSite,
  SITE,
  shareThrough,
  visit,
} from './proxied-site.ts';

const caddy = needProgram('caddy');
const folder = temporaryFolder({ after });
const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
const site = await openProxiedSite();
const httpPort = await freePort();
const httpsPort = await freePort();
const proxy = await startCaddy();
after(() => proxy.kill());
/** Of the authority that Caddy makes for itself where it may not ask another. */
const ca = () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8');

/** The example as it stands, on ports of this test and with certificates of Caddy's own authority. */
async function startCaddy(): Promise<Child> {
  const text = exampleWith('Caddyfile', {
    '	email admin@hush.example.org': `	local_certs\n	skip_install_trust\n	admin off\n	http_port ${httpPort}\n	https_port ${httpsPort}`,
    '127.0.0.1:3001': `127.0.0.1:${site.askPort}`,
    '127.0.0.1:3000': `127.0.0.1:${site.server.port}`,
  });
  writeFileSync(join(folder, 'Caddyfile'), text);
  const child = startChild(caddy, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { env });
  await child.waitFor(/serving initial configuration/);
  await child.waitFor(/certificate obtained successfully/);
  child.background();
  return child;
}

const over = (name: string, host = name) => ({ port: httpsPort, tls: { name, ca: ca() }, host });

test('the example is a configuration that Caddy takes as it stands, written in Caddy’s own form', async () => {
  const file = join(examples, 'Caddyfile');
  const checked = await runChild(caddy, ['validate', '--adapter', 'caddyfile', '--config', file], { env });
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, /Valid configuration/);
  const formed = await runChild(caddy, ['fmt', file], { env });
  assert.equal(formed.stdout, readFileSync(file, 'utf8'));
});

test('behind Caddy the site is served under its name, with a certificate for it', async () => {
  const seen = await visit(over(SITE));
  assert.deepEqual([seen.status, seen.certifiedFor], [200, `DNS:${SITE}`]);
  assert.match(String(seen.headers['strict-transport-security']), /max-age/);
});

test('a verified domain gets its certificate with the first visit, and serves its own secrets and links', async () => {
  const home = await visit(over(DOMAIN));
  assert.deepEqual([home.status, home.certifiedFor], [200, `DNS:${DOMAIN}`]);
  const link = await shareThrough(over(DOMAIN));
  assert.equal(link.origin, `https://${DOMAIN}`);
  const read = await visit({ ...over(DOMAIN), path: link.pathname });
  assert.equal(read.status, 200);
  const poweredBy = `<a href="https://${SITE}/">Powered by`;
  assert.ok(read.body.includes(poweredBy));
  assert.doesNotMatch(read.body.replace(poweredBy, ''), new RegExp(SITE));
});

test('a name that Hushlink does not serve gets no certificate, and no connection comes about', async () => {
  await assert.rejects(visit(over('stranger.example.com')), /alert internal error/);
});

test('whoever asks for another host over a right certificate is answered 421', async () => {
  const seen = await visit(over(DOMAIN, 'stranger.example.com'));
  assert.equal(seen.status, 421);
});

test('no visitor chooses the id of a request behind Caddy', async () => {
  await assertIdIsOurs(over(SITE));
});

test('what a visitor claims in forwarding headers is not believed behind Caddy', async () => {
  await assertClaimsAreNotBelieved(over(SITE), ['stranger.example.com', DOMAIN]);
});

test('without TLS every name is sent to the same place with it', async () => {
  for (const host of [SITE, DOMAIN]) {
    const seen = await visit({ port: httpPort, host, path: '/signin' });
    assert.equal(seen.status, 308);
    assert.equal(seen.headers.location?.replace(`:${httpsPort}`, ''), `https://${host}/signin`);
  }
});

test('no key of a secret stands in what Caddy writes down, not even while Hushlink is away', async () => {
  const { pathname } = await shareThrough(over(DOMAIN));
  await site.server.kill('SIGTERM');
  assert.equal((await visit({ ...over(DOMAIN), path: pathname })).status, 502);
  await proxy.waitFor(/connection refused/);
  assert.ok(!proxy.output().includes(pathname.split('/').at(-1) ?? pathname));
  await site.server.start();
});
