import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DomainName, Observation } from '#src/features/domains/domain.ts';
import { makeCertificate } from '../support/certificate.ts';
import { type DnsRecord, RCODES, type RecordType, replyTo } from '../support/dns-message.ts';
import { fromTable } from '../support/dns-responder.ts';
import { freePort } from '../support/free-port.ts';
import { startPlainServer, startTlsServer } from '../support/tls-server.ts';
import { certificateFor, NAME, openSqlite, SITE, setStage } from './stage.ts';

const VERIFIED = { verifiedAtMs: 1, missingSinceMs: null };
const HERE = '127.0.0.1';

function a(name: string, data: string): DnsRecord {
  return { name, type: data.includes(':') ? 'AAAA' : 'A', data };
}
const alias = (name: string, data: string): DnsRecord => ({ name, type: 'CNAME', data });

interface Sight {
  readonly records: readonly DnsRecord[];
  readonly proof?: typeof VERIFIED | { verifiedAtMs: number | null; missingSinceMs: number | null };
  readonly env?: Readonly<Record<string, string>>;
}

/** What is seen of the name with these records, and somebody with a certificate on loopback. */
async function observe(t: TestContext, { records, proof = VERIFIED, env }: Sight, certificate = certificateFor(NAME)) {
  const server = await startTlsServer(t, certificate);
  const stage = await setStage(t, await openSqlite(t), {
    ...{ HUSHLINK_DOMAINS_TLS_PORT: String(server.port), HUSHLINK_DOMAINS_PRIVATE_NETWORKS: HERE, ...env },
  });
  stage.records.push(...records);
  const observation = await stage.watch.observe({ name: NAME as DomainName, proof });
  return { ...stage, server, observation };
}

const IP = { HUSHLINK_DOMAINS_CLUSTER_IP: HERE };
const right: Readonly<Record<string, Sight>> = {
  'an alias of the cluster host': { records: [alias(NAME, SITE), a(SITE, HERE)] },
  'an alias in capitals': { records: [alias(NAME, SITE.toUpperCase()), a(SITE, HERE)] },
  'an alias of an alias': { records: [alias(NAME, 'lb.example.net'), alias('lb.example.net', SITE), a(SITE, HERE)] },
  'a flattened alias of the cluster host': {
    records: [a(NAME, HERE), a(SITE, HERE), a(SITE, '192.0.2.9')],
  },
  'the cluster’s address': { records: [a(NAME, HERE)], env: IP },
  'the last of many addresses of the cluster, at which alone it is looked for,': {
    records: [a(NAME, HERE), ...[4, 3, 2, 1].map((last) => a(SITE, `127.0.0.${last}`))],
    env: { HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '127.0.0.0/8' },
  },
  'an address of each family, both the cluster’s,': {
    records: [a(NAME, HERE), a(NAME, '2001:db8::9'), a(SITE, '2001:db8::9')],
    env: { ...IP, HUSHLINK_DOMAINS_CLUSTER_HOST: SITE },
  },
};
for (const [what, sight] of Object.entries(right)) {
  test(`${what} is right, and with a good certificate the domain is active [DOM-24 DOM-26]`, async (t) => {
    const { observation, server, clock } = await observe(t, sight);
    assert.equal(observation.status, 'ACTIVE_SSL');
    assert.deepEqual(observation.tls, { isValid: true, validUntilMs: Date.UTC(2049, 11, 31) });
    assert.equal(observation.monitoredAtMs, clock.now());
    assert.deepEqual([server.connections, server.names], [1, [NAME]]);
  });
}

const wrong: Readonly<Record<string, Sight>> = {
  'nothing at all': { records: [a(SITE, HERE)] },
  'an address of somebody else': { records: [a(NAME, '192.0.2.1'), a(SITE, HERE)] },
  'the right address and another one': { records: [a(NAME, HERE), a(NAME, '192.0.2.1'), a(SITE, HERE)] },
  'the right IPv4 address and a forgotten IPv6 one': { records: [a(NAME, HERE), a(NAME, '2001:db8::1')], env: IP },
  'an alias of somebody else': {
    records: [alias(NAME, 'other.example.net'), a('other.example.net', '192.0.2.1'), a(SITE, HERE)],
  },
  'an alias of a name that only ends like ours': {
    records: [alias(NAME, `x${SITE}`), a(`x${SITE}`, '192.0.2.1'), a(SITE, HERE)],
  },
};
for (const [what, sight] of Object.entries(wrong)) {
  test(`${what} is not right, and nobody connects there [DOM-24 DOM-27]`, async (t) => {
    const { observation, server } = await observe(t, sight);
    assert.deepEqual([observation.status, observation.tls, server.connections], ['DNS_INCORRECT', null, 0]);
  });
}

const POINTED = [alias(NAME, SITE), a(SITE, HERE)];
test('what stands in DNS is told as it is, eight addresses of it at most [DOM-24]', async (t) => {
  const many = Array.from({ length: 12 }, (_, at) => a(NAME, `192.0.2.${at}`));
  const { observation } = await observe(t, { records: [...many, a(SITE, HERE)] });
  assert.deepEqual([observation.cname, observation.addresses.length], [null, 8]);
  const pointed = await observe(t, { records: POINTED });
  assert.deepEqual([pointed.observation.cname, pointed.observation.addresses], [SITE, [HERE]]);
});

for (const [what, certificate] of [
  ['is over', makeCertificate({ names: [NAME], validUntilMs: Date.now() - 1000 })],
  ['is for another name', certificateFor('other.example.com')],
  ['has signed itself', makeCertificate({ names: [NAME] })],
] as const) {
  test(`a domain whose certificate ${what} is failing, and has no SSL [DOM-24 DOM-28]`, async (t) => {
    const { observation } = await observe(t, { records: POINTED }, certificate);
    assert.deepEqual([observation.status, observation.tls?.isValid], ['SSL_INVALID', false]);
  });
}

async function statusAt(t: TestContext, port: number): Promise<Observation> {
  const { observation } = await observe(t, { records: POINTED, env: { HUSHLINK_DOMAINS_TLS_PORT: String(port) } });
  return observation;
}

test('a domain where nobody answers is failing [DOM-28]', async (t) => {
  const { status, tls } = await statusAt(t, await freePort());
  assert.deepEqual([status, tls], ['UNREACHABLE', null]);
  const babbler = await startPlainServer(t, {}, (socket) => void socket.end('no TLS here'));
  assert.equal((await statusAt(t, babbler.port)).status, 'SSL_INVALID');
});

test('an address that is the cluster’s twice over is looked at once, and has all the time', async (t) => {
  const sharesMs: number[] = [];
  let timeUp = new AbortController();
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    sharesMs.push(ms);
    timeUp = new AbortController();
    return timeUp.signal;
  });
  const silent = await startPlainServer(t, {}, () => timeUp.abort());
  const env = { ...IP, HUSHLINK_DOMAINS_TLS_PORT: String(silent.port) };
  const { observation } = await observe(t, { records: POINTED, env });
  assert.deepEqual([observation.status, silent.connections, sharesMs], ['UNREACHABLE', 1, [10_000]]);
});

test('on a site without https a domain is active by its DNS alone, and no certificate is looked at [DOM-26]', async (t) => {
  const { observation, server } = await observe(t, { records: POINTED, env: { HUSHLINK_SITE_SCHEME: 'http' } });
  assert.deepEqual([observation.status, observation.tls, server.connections], ['ACTIVE', null, 0]);
});

test('without its proof a domain is never active, and one that was not verified is not connected to [DOM-28]', async (t) => {
  const fresh = await observe(t, { records: POINTED, proof: { verifiedAtMs: null, missingSinceMs: null } });
  assert.deepEqual([fresh.observation.status, fresh.server.connections], ['UNPROVEN', 0]);
  const inGrace = await observe(t, { records: POINTED, proof: { verifiedAtMs: 1, missingSinceMs: 2 } });
  assert.deepEqual([inGrace.observation.status, inGrace.observation.tls?.isValid], ['UNPROVEN', true]);
});

test('a DNS server that fails makes a domain unreachable, not wrong [DOM-28]', async (t) => {
  const stage = await setStage(t, await openSqlite(t));
  stage.responder.respond = (question) => replyTo(question, [], { rcode: RCODES.servfail });
  const look = () => stage.watch.observe({ name: NAME as DomainName, proof: VERIFIED });
  assert.equal((await look()).status, 'UNREACHABLE');
  stage.responder.respond = (question) =>
    replyTo(question, question.name === NAME && question.type === 'A' ? [a(NAME, HERE)] : [], {
      rcode: question.name === SITE ? RCODES.servfail : RCODES.ok,
    });
  assert.equal((await look()).status, 'UNREACHABLE');
});

/** What is told of a name with these records where the DNS server fails at this one question. */
async function statusWithout(t: TestContext, [name, type]: readonly [string, RecordType], records: DnsRecord[]) {
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_SITE_SCHEME: 'http' });
  const answer = fromTable(() => records);
  stage.responder.respond = (question) =>
    question.name === name && question.type === type
      ? replyTo(question, [], { rcode: RCODES.servfail })
      : answer(question);
  return (await stage.watch.observe({ name: NAME as DomainName, proof: VERIFIED })).status;
}

const [SIX, ELSEWHERE] = ['2001:db8::9', '192.0.2.1'];
const CLUSTER = [a(SITE, HERE), a(SITE, SIX)];
test('a DNS server that half fails makes a domain unreachable, not wrong, where the other half may be right [DOM-28]', async (t) => {
  const both = [a(NAME, HERE), a(NAME, SIX), ...CLUSTER];
  assert.equal(await statusWithout(t, [SITE, 'A'], both), 'UNREACHABLE');
  assert.equal(await statusWithout(t, [SITE, 'AAAA'], both), 'UNREACHABLE');
  // An alias of a cluster host with many addresses, of which every answer has others.
  assert.equal(await statusWithout(t, [NAME, 'CNAME'], [a(NAME, ELSEWHERE), ...CLUSTER]), 'UNREACHABLE');
});

test('what is certain of a domain is told, though a DNS server half fails [DOM-28]', async (t) => {
  const here = [a(NAME, HERE), ...CLUSTER];
  for (const question of [
    [SITE, 'AAAA'],
    [NAME, 'AAAA'],
    [NAME, 'CNAME'],
  ] as const)
    assert.equal(await statusWithout(t, question, here), 'ACTIVE', question.join(' '));
  assert.equal(await statusWithout(t, [NAME, 'AAAA'], [a(NAME, ELSEWHERE), ...CLUSTER]), 'DNS_INCORRECT');
  assert.equal(await statusWithout(t, [NAME, 'CNAME'], CLUSTER), 'DNS_INCORRECT');
});

test('an address of the cluster is the same however it is written [DOM-24]', async (t) => {
  const env = { HUSHLINK_DOMAINS_CLUSTER_IP: '2001:0DB8:0:0::0009' };
  const { observation } = await observe(t, { records: [a(NAME, '2001:db8::9')], env });
  assert.equal(observation.status, 'UNREACHABLE');
});

test('names inside a company are taken where the site may look inside, and nowhere else', async (t) => {
  for (const [networks, isTaken] of [
    ['', false],
    ['10.0.0.0/8', true],
  ] as const) {
    const { watch } = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_PRIVATE_NETWORKS: networks });
    assert.equal(watch.readName('share.corp') !== null, isTaken, networks);
  }
});
