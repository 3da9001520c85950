import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeCertificate } from '../support/certificate.ts';
import { type Child, runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { needProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temp.ts';
import {
  assertClaimsAreNotBelieved,
  assertIdIsOurs,
  assertServed,
  DOMAIN,
  exampleWith,
  openProxiedSite,
  SITE,
  shareThrough,
  visit,
} from './proxied-site.ts';

const haproxy = needProgram('haproxy');
const folder = temporaryFolder({ after });
const certificates = join(folder, 'certificates');
const config = join(folder, 'haproxy.cfg');
/** Ready to be served, though none of Hushlink's. */
const STRANGER = 'stranger.example.com';
const site = await openProxiedSite();
/** In the place of certbot: what a certificate authority gets from it. */
const certbot = createServer((request, response) => void response.end(`proof for ${request.url}`));
const certbotPort = await listening({ after }, certbot);
const httpPort = await freePort();
const httpsPort = await freePort();
writeExample();
const withoutCertificate = await runChild(haproxy, ['-c', '-f', config]);
const ca = makeCertificates();
const proxy = await startHaproxy();
after(() => proxy.kill());

/** The example as it stands, on ports and in a folder of this test, and looking sooner whether Hushlink is there. */
function writeExample(): void {
  const text = exampleWith('haproxy.cfg', {
    // Only root can become somebody else.
    '  user haproxy\n  group haproxy\n': '',
    // Not every machine that runs tests has IPv6.
    ':::80 v4v6': `127.0.0.1:${httpPort}`,
    ':::443 v4v6': `127.0.0.1:${httpsPort}`,
    '/var/lib/hushlink-certificates': certificates,
    '127.0.0.1:3000': `127.0.0.1:${site.server.port}`,
    '127.0.0.1:8402': `127.0.0.1:${certbotPort}`,
    'inter 2s': 'inter 100ms',
    // Else an answer would have no longer than that, on a machine that may be busy.
    'timeout server 60s': 'timeout server 60s\n  timeout check 60s',
  });
  mkdirSync(certificates);
  writeFileSync(config, text);
}

/** As the hook of docs/operations.md puts them together. */
function makeCertificates(): string {
  const certs = [SITE, DOMAIN, STRANGER].map((name) => {
    const { cert, key } = makeCertificate({ commonName: name, names: [name] });
    writeFileSync(join(certificates, `${name}.pem`), cert + key);
    return cert;
  });
  return certs.join('');
}

async function startHaproxy(): Promise<Child> {
  const child = startChild(haproxy, ['-W', '-db', '-f', config]);
  await child.waitFor(/Loading success/);
  child.background();
  return child;
}

const over = (name: string, host = name) => ({ port: httpsPort, tls: { name, ca }, host });

test('the example is a configuration that HAProxy takes, before there is any certificate and with them', async () => {
  assert.equal(withoutCertificate.code, 0, withoutCertificate.stderr);
  const checked = await runChild(haproxy, ['-c', '-f', config]);
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, /Configuration file is valid/);
  assert.doesNotMatch(checked.stderr, /\[WARNING\]/);
});

test('behind HAProxy the site is served under its name, with a certificate for it', async () => {
  const seen = await visit(over(SITE));
  assert.deepEqual([seen.status, seen.certifiedFor], [200, `DNS:${SITE}, IP Address:127.0.0.1`]);
  assert.match(String(seen.headers['strict-transport-security']), /max-age/);
});

test('a verified domain whose certificate is there is served, with its own secrets and links', async () => {
  await assertServed(over(DOMAIN));
});

test('without a certificate of that name no connection comes about', async () => {
  await assert.rejects(visit(over('other.example.com')), /alert|hang up|reset/i);
});

test('a certificate alone serves nothing: Hushlink answers 421 to names that are not verified', async () => {
  assert.equal((await visit(over(STRANGER))).status, 421);
  assert.equal((await visit(over(DOMAIN, STRANGER))).status, 421);
});

test('no visitor chooses the id of a request behind HAProxy', async () => {
  await assertIdIsOurs(over(SITE));
});

test('what a visitor claims in forwarding headers is not believed behind HAProxy', async () => {
  await assertClaimsAreNotBelieved(over(SITE), [STRANGER, DOMAIN]);
});

test('without TLS a name is sent to the same place with it, the certificate authority finds its proof', async () => {
  const sent = await visit({ port: httpPort, host: DOMAIN, path: '/secret/abc' });
  assert.deepEqual([sent.status, sent.headers.location], [301, `https://${DOMAIN}/secret/abc`]);
  const path = '/.well-known/acme-challenge/token';
  const proof = await visit({ port: httpPort, host: DOMAIN, path });
  assert.deepEqual([proof.status, proof.body], [200, `proof for ${path}`]);
});

test('without TLS who names no site gets no answer', async () => {
  const socket = connect(httpPort, '127.0.0.1').end('GET /secret/abc HTTP/1.0\r\n\r\n');
  assert.equal(Buffer.concat(await socket.toArray()).toString(), '');
});

test('no key of a secret stands in what HAProxy writes down, not even while Hushlink is away', async () => {
  const { pathname } = await shareThrough(over(DOMAIN));
  await site.server.kill('SIGTERM');
  await proxy.waitFor(/hushlink\/one is DOWN/);
  assert.equal((await visit({ ...over(DOMAIN), path: pathname })).status, 503);
  await site.server.start();
  await proxy.waitFor(/hushlink\/one is UP/);
  assert.equal((await visit({ ...over(DOMAIN), path: pathname })).status, 200);
  assert.ok(!proxy.output().includes(pathname.split('/').at(-1) ?? pathname));
});
