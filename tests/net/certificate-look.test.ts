import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createConnectCheck } from '#src/net/addresses.ts';
import { createCertificateLook } from '#src/net/certificate-look.ts';
import { type CertificateOptions, makeAuthority, makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { type Listener, startPlainServer, startTlsServer } from '../support/tls-server.ts';
import { untilSo } from '../support/until-so.ts';

const NAME = 'secrets.example.com';
const authority = makeAuthority();
const SILENT = { kind: 'silent' };
const [DAY_MS, UNTIL_MS] = [86_400_000, Date.UTC(2048, 1, 3, 4, 5, 6)];

function lookAt(
  { port }: Pick<Listener, 'port'>,
  options: { networks?: string[]; timeoutMs?: number; ca?: string } = {},
) {
  const { networks = ['127.0.0.1'], timeoutMs = 30_000, ca = authority.cert } = options;
  return createCertificateLook({ port, mayConnect: createConnectCheck(networks), timeoutMs, ca });
}

const issued = (changes: CertificateOptions) =>
  makeCertificate({ issuer: authority, commonName: NAME, names: [NAME], validUntilMs: UNTIL_MS, ...changes });

const wildcard = { commonName: 'wildcard', names: ['*.example.com'] };
for (const [what, certificate] of [
  ['of an authority that is trusted', issued({})],
  ['for several names', issued({ names: ['example.com', NAME] })],
  ['for a wildcard', issued(wildcard)],
] as const) {
  test(`a certificate ${what} is valid, and its last day is read [DOM-24]`, async (t) => {
    const server = await startTlsServer(t, certificate);
    const seen = await lookAt(server)(NAME, ['127.0.0.1']);
    assert.deepEqual(seen, { kind: 'answered', isValid: true, validUntilMs: UNTIL_MS });
  });
}

const now = Date.now();
for (const [what, certificate, validUntilMs] of [
  ['that is over', issued({ validFromMs: now - 9 * DAY_MS, validUntilMs: now - DAY_MS }), now - DAY_MS],
  ['that is not valid yet', issued({ validFromMs: now + DAY_MS }), UNTIL_MS],
  ['for another name', issued({ names: ['other.example.com'] }), UNTIL_MS],
  ['for a wildcard of another depth', issued({ names: ['*.com', '*.a.secrets.example.com'] }), UNTIL_MS],
  ['that names it only as its subject', issued({ names: [] }), UNTIL_MS],
  ['that has signed itself', makeCertificate({ names: [NAME], validUntilMs: UNTIL_MS }), UNTIL_MS],
  ['of an authority that nobody trusts', issued({ issuer: makeAuthority('Nobody') }), UNTIL_MS],
  ['of somebody who only has the name of an authority', issued({ issuer: makeAuthority() }), UNTIL_MS],
] as const) {
  test(`a certificate ${what} is not valid, and its last day is read all the same [DOM-24]`, async (t) => {
    const server = await startTlsServer(t, certificate);
    const seen = await lookAt(server)(NAME, ['127.0.0.1']);
    const toSecond = Math.floor(validUntilMs / 1000) * 1000;
    assert.deepEqual(seen, { kind: 'answered', isValid: false, validUntilMs: toSecond });
  });
}

test('the authorities of Node are trusted where no other is named', async (t) => {
  const server = await startTlsServer(t, issued({}));
  const look = createCertificateLook({ port: server.port, mayConnect: () => true, timeoutMs: 30_000 });
  assert.deepEqual(await look(NAME, ['127.0.0.1']), { kind: 'answered', isValid: false, validUntilMs: UNTIL_MS });
});

test('the handshake asks for the name, and nothing is sent after it', async (t) => {
  const server = await startTlsServer(t, issued({}));
  await lookAt(server)(NAME, ['127.0.0.1']);
  await server.left();
  assert.deepEqual([server.names, server.received, server.connections], [[NAME], '', 1]);
});

const NO_CERTIFICATE = { kind: 'answered', isValid: false, validUntilMs: null };
test('whoever answers with something else than TLS, or hangs up, has no certificate', async (t: TestContext) => {
  const noise = await startPlainServer(t, {}, (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const hangUp = await startPlainServer(t, {}, (socket) => void socket.once('data', () => socket.destroy()));
  assert.deepEqual(await lookAt(noise)(NAME, ['127.0.0.1']), NO_CERTIFICATE);
  assert.deepEqual(await lookAt(hangUp)(NAME, ['127.0.0.1']), NO_CERTIFICATE);
});

test('whoever takes the connection and says nothing is not there once the time is over', async (t) => {
  const server = await startPlainServer(t);
  assert.deepEqual(await lookAt(server, { timeoutMs: 200 })(NAME, ['127.0.0.1']), SILENT);
  await untilSo('it has taken the connection', async () => server.connections === 1);
});

test('where nobody listens nobody is there', async () => {
  assert.deepEqual(await lookAt({ port: await freePort() })(NAME, ['127.0.0.1']), SILENT);
  assert.deepEqual(await lookAt({ port: await freePort() })(NAME, []), SILENT);
});

test('a look that is no longer wanted ends at once, and begins nothing', async (t) => {
  const cut = new AbortController();
  const server = await startPlainServer(t, {}, () => cut.abort());
  assert.deepEqual(await lookAt(server)(NAME, ['127.0.0.1'], cut.signal), SILENT);
  assert.deepEqual(await lookAt(server)(NAME, ['127.0.0.1'], cut.signal), SILENT);
  assert.equal(server.connections, 1);
});

test('the first address where somebody is counts, and at most three are tried', async (t) => {
  const server = await startTlsServer(t, issued({}), { host: '127.0.0.4' });
  const other = await startTlsServer(t, issued({}), { host: '127.0.0.5', port: server.port });
  const look = lookAt(server, { networks: ['127.0.0.0/8'] });
  assert.equal((await look(NAME, ['127.0.0.2', '127.0.0.3', '127.0.0.4'])).kind, 'answered');
  assert.deepEqual(await look(NAME, ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']), SILENT);
  assert.equal((await look(NAME, ['127.0.0.4', '127.0.0.5'])).kind, 'answered');
  assert.deepEqual([server.connections, other.connections], [2, 0]);
});

test('a look connects to no address that is not allowed, whatever stands beside it', async (t) => {
  const server = await startTlsServer(t, issued({}));
  const addresses = ['127.0.0.1', '::ffff:127.0.0.1', 'localhost', '127.1', '0.0.0.0', '0x7f000001', ''];
  assert.deepEqual(await lookAt(server, { networks: [] })(NAME, addresses), SILENT);
  assert.deepEqual(await lookAt(server, { networks: ['10.0.0.0/8'] })(NAME, addresses), SILENT);
  assert.equal(server.connections, 0);
  assert.equal((await lookAt(server)(NAME, addresses)).kind, 'answered');
  assert.equal(server.connections, 1);
});

test('the addresses that are tried share the time between them', async (t) => {
  const sharesMs: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    sharesMs.push(ms);
    return new AbortController().signal;
  });
  const look = lookAt({ port: await freePort() }, { networks: ['127.0.0.0/8'], timeoutMs: 10_000 });
  for (const count of [1, 2, 4]) {
    const addresses = Array.from({ length: count }, (_, at) => `127.0.0.${at + 1}`);
    assert.deepEqual(await look(NAME, ['10.0.0.1', ...addresses]), SILENT);
  }
  assert.deepEqual(sharesMs, [10_000, 5000, 5000, 3334, 3334, 3334]);
});
