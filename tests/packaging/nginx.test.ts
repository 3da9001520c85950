import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { makeCertificate } from '../support/certificate.ts';
import { type Child, runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
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

const nginx = needProgram('nginx');
const folder = temporaryFolder({ after });
const certificates = join(folder, 'certificates');
const live = join(folder, 'live');
/** Ready to be served, though none of Hushlink's. */
const STRANGER = 'stranger.example.com';
/** As long as a text may be where a request may have a megabyte. */
const LONGEST = 80_000;
/** Of visitors and to Hushlink together, and some for what nginx listens on. */
const CONNECTIONS = 48;
/** Where nginx would write down what is too long for its memory. */
const notes = ['bodies', 'answers'].map((name) => join(folder, name));
const site = await openProxiedSite({
  HUSHLINK_PLANS_ANONYMOUS_SIZE: String(LONGEST),
  HUSHLINK_PLANS_BASIC_SIZE: String(LONGEST),
});
const httpPort = await freePort();
const httpsPort = await freePort();
const config = await writeExample();
const ca = makeCertificates();
const proxy = await startNginx();
after(() => proxy.kill());

/** The example as it stands, on ports and in folders of this test. */
async function writeExample(): Promise<string> {
  // Workers read certificates in the folder of the test as whoever runs it; only root can start them as somebody.
  const text = exampleWith('nginx.conf', {
    'user www-data;': process.getuid?.() === 0 ? 'user root;' : '',
    'http {': `http { client_body_temp_path ${notes[0]}; proxy_temp_path ${notes[1]};`,
    'worker_processes auto;': 'worker_processes 1;',
    'worker_connections 1024;': `worker_connections ${CONNECTIONS};`,
    // What is on its way to a slow reader waits in nginx, and not in the machine's own memory.
    'listen 443 ssl http2;': 'listen 443 ssl http2 sndbuf=8k;',
    'listen 80': `listen 127.0.0.1:${httpPort}`,
    'listen 443': `listen 127.0.0.1:${httpsPort}`,
    // Not every machine that runs tests has IPv6.
    'listen [::]:80': `listen 127.0.0.1:${await freePort()}`,
    'listen [::]:443': `listen 127.0.0.1:${await freePort()}`,
    '127.0.0.1:3000': `127.0.0.1:${site.server.port}`,
    '/var/log/nginx/error.log': join(folder, 'error.log'),
    '/run/nginx.pid': join(folder, 'nginx.pid'),
    '/etc/letsencrypt/live': live,
    '/var/lib/hushlink-certificates': certificates,
    '/var/www/acme': join(folder, 'acme'),
  });
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, text);
  return path;
}

/** As an ACME client leaves them, and as the hook of docs/operations.md puts them together. */
function makeCertificates(): string {
  const own = makeCertificate({ commonName: SITE, names: [SITE] });
  mkdirSync(join(live, SITE), { recursive: true });
  writeFileSync(join(live, SITE, 'fullchain.pem'), own.cert);
  writeFileSync(join(live, SITE, 'privkey.pem'), own.key);
  mkdirSync(certificates);
  const others = [DOMAIN, STRANGER].map((name) => {
    const { cert, key } = makeCertificate({ commonName: name, names: [name] });
    writeFileSync(join(certificates, `${name}.pem`), cert + key);
    return cert;
  });
  return [own.cert, ...others].join('');
}

async function startNginx(): Promise<Child> {
  const child = startChild(nginx, [...where(), '-g', 'daemon off; error_log stderr notice;']);
  await child.waitFor(/start worker process \d/);
  child.background();
  return child;
}

function where(): readonly string[] {
  return ['-p', folder, '-c', config, '-e', join(folder, 'error.log')];
}

const over = (name: string, host = name) => ({ port: httpsPort, tls: { name, ca }, host });

test('the example is a configuration that nginx takes', async () => {
  const checked = await runChild(nginx, ['-t', ...where()]);
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stderr, /test is successful/);
  assert.doesNotMatch(checked.stderr, /\[warn\]/);
});

test('behind nginx the site is served under its name, with a certificate for it', async () => {
  const seen = await visit(over(SITE));
  assert.deepEqual([seen.status, seen.certifiedFor], [200, `DNS:${SITE}, IP Address:127.0.0.1`]);
});

test('a verified domain whose certificate is there is served, with its own secrets and links', async () => {
  await assertServed(over(DOMAIN));
});

test('without a certificate of that name no connection comes about, whatever the name', async () => {
  for (const name of ['other.example.com', '..', 'a/../../secret'])
    await assert.rejects(visit(over(name)), /alert|hang up|reset/i);
});

test('a certificate alone serves nothing: Hushlink answers 421 to names that are not verified', async () => {
  assert.equal((await visit(over(STRANGER))).status, 421);
  assert.equal((await visit(over(DOMAIN, STRANGER))).status, 421);
});

test('no visitor chooses the id of a request behind nginx', async () => {
  await assertIdIsOurs(over(SITE));
});

test('what a visitor claims in forwarding headers is not believed behind nginx', async () => {
  await assertClaimsAreNotBelieved(over(SITE), [STRANGER, DOMAIN]);
});

test('without TLS a name is sent to the same place with it, the certificate authority finds its proof', async () => {
  const sent = await visit({ port: httpPort, host: DOMAIN, path: '/secret/abc' });
  assert.deepEqual([sent.status, sent.headers.location], [301, `https://${DOMAIN}/secret/abc`]);
  const proofs = join(folder, 'acme/.well-known/acme-challenge');
  mkdirSync(proofs, { recursive: true });
  writeFileSync(join(proofs, 'token'), 'proof');
  const proof = await visit({ port: httpPort, host: DOMAIN, path: '/.well-known/acme-challenge/token' });
  assert.deepEqual([proof.status, proof.body], [200, 'proof']);
});

test('without TLS who names no site gets no answer', async () => {
  const socket = connect(httpPort, '127.0.0.1').end('GET /secret/abc HTTP/1.0\r\n\r\n');
  assert.equal(Buffer.concat(await socket.toArray()).toString(), '');
});

test('no content touches the disk of nginx, however long it is and however slowly it is read', async () => {
  // Made at the start. Whatever is written down from now on ends in an error.
  for (const place of notes) rmSync(place, { recursive: true });
  // Such a sign takes six characters of an answer.
  const content = '\u0001'.repeat(LONGEST);
  const { pathname } = await shareThrough(over(SITE), content);
  const read = await readSlowly(`/api/v2${pathname}`, 'continue=true');
  assert.equal(JSON.parse(read).record.secret_value, content);
  for (const place of notes) mkdirSync(place);
});

/** Takes nothing of the answer until nginx has had the time to get it all. */
async function readSlowly(path: string, body: string): Promise<string> {
  const headers = { host: SITE, 'content-type': 'application/x-www-form-urlencoded' };
  const options = { host: '127.0.0.1', port: httpsPort, servername: SITE, ca, path, method: 'POST', headers };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request({ ...options, agent: false }, async (response) => {
    await pause(500);
    response.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString()), reject);
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

test('no key of a secret stands in what nginx writes down, not even while Hushlink is away', async () => {
  const { pathname } = await shareThrough(over(DOMAIN));
  await site.server.kill('SIGTERM');
  assert.equal((await visit({ ...over(DOMAIN), path: pathname })).status, 502);
  assert.ok(!readFileSync(join(folder, 'error.log'), 'utf8').includes(pathname));
  await site.server.start();
});

test('no key of a secret stands in what nginx writes down when it has no connection left to ask Hushlink', async () => {
  const { pathname } = await shareThrough(over(DOMAIN));
  const options = { host: '127.0.0.1', port: httpsPort, servername: DOMAIN, ca };
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS - 12 }, async () => {
      const socket = connectTls(options);
      await once(socket, 'secureConnect');
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${DOMAIN}\r\nConnection: close\r\n`);
      return socket;
    }),
  );
  for (const socket of sockets) socket.write('\r\n');
  const answers = await Promise.all(sockets.map((socket) => socket.toArray()));
  assert.ok(answers.some((chunks) => Buffer.concat(chunks).toString().startsWith('HTTP/1.1 500 ')));
  assert.ok(!readFileSync(join(folder, 'error.log'), 'utf8').includes(pathname));
});
