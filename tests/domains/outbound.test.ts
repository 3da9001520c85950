import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainName } from '#src/features/domains/domain.ts';
import { type DnsRecord, replyTo } from '../support/dns-message.ts';
import { addressRecords, typedAddresses } from '../support/ssrf-corpus.ts';
import { startPlainServer, startTlsServer } from '../support/tls-server.ts';
import { addAndWait, certificateFor, NAME, newOwner, openSqlite, SITE, setStage } from './stage.ts';

const VERIFIED = { name: NAME as DomainName, proof: { verifiedAtMs: 1, missingSinceMs: null } };
const HERE = '127.0.0.1';

function pointsTo(...addresses: string[]): DnsRecord[] {
  return addresses.map((data) => ({ name: SITE, type: data.includes(':') ? 'AAAA' : 'A', data }));
}
const aliased: DnsRecord = { name: NAME, type: 'CNAME', data: SITE };

test('whatever is typed for a name, nobody is asked and nobody is connected to but the DNS server', async (t) => {
  const everywhere = await startPlainServer(t, { host: '::' });
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_TLS_PORT: String(everywhere.port) });
  const owner = await newOwner(stage);
  assert.ok(typedAddresses.length >= 40);
  for (const typed of typedAddresses) {
    const outcomes = [await stage.service.add(owner, typed), await stage.service.verify(owner, typed)];
    assert.deepEqual(
      outcomes.map((one) => one.ok || one.failure.kind),
      ['invalid-domain', 'unknown-domain'],
      typed,
    );
  }
  assert.deepEqual([stage.responder.asked, everywhere.connections], [[], 0]);
});

test('a verified domain whose DNS leads inside is never connected to, whatever the address', async (t) => {
  const everywhere = await startPlainServer(t, { host: '::' });
  const stage = await setStage(t, await openSqlite(t), { HUSHLINK_DOMAINS_TLS_PORT: String(everywhere.port) });
  assert.ok(addressRecords.length >= 40);
  for (const address of addressRecords) {
    stage.records.splice(0, stage.records.length, aliased, ...pointsTo(address));
    const { status, cname } = await stage.watch.observe(VERIFIED);
    // The alias is right: only the check of the address keeps us from connecting.
    assert.deepEqual([status, cname], ['UNREACHABLE', SITE], address);
  }
  assert.equal(everywhere.connections, 0);
});

test('the whole way from a customer to a private address ends before it, unless the configuration allows it', async (t) => {
  for (const [networks, connections] of [
    ['', 0],
    ['10.0.0.0/8,::1', 0],
    ['127.0.0.0/8', 1],
  ] as const) {
    const server = await startTlsServer(t, certificateFor(NAME));
    const stage = await setStage(t, await openSqlite(t), {
      ...{ HUSHLINK_DOMAINS_TLS_PORT: String(server.port), HUSHLINK_DOMAINS_PRIVATE_NETWORKS: networks },
    });
    stage.records.push(aliased, ...pointsTo(HERE, '::ffff:127.0.0.1', '::1'));
    const owner = await addAndWait(stage);
    await stage.prove(owner);
    const verified = await stage.service.verify(owner, NAME);
    assert.equal(verified.ok && verified.value.observation?.status, connections ? 'ACTIVE_SSL' : 'UNREACHABLE');
    assert.equal(server.connections, connections);
  }
});

test('nothing is connected to on the word of a customer’s DNS, but the cluster’s own addresses', async (t) => {
  const cluster = await startTlsServer(t, certificateFor(NAME), { host: '127.0.0.2' });
  const inside = await startTlsServer(t, certificateFor(NAME), { host: '127.0.0.3', port: cluster.port });
  const stage = await setStage(t, await openSqlite(t), {
    ...{ HUSHLINK_DOMAINS_TLS_PORT: String(cluster.port), HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  stage.responder.respond = (question) => {
    if (question.type === 'CNAME' && question.name === NAME) return replyTo(question, [aliased]);
    if (question.type !== 'A') return replyTo(question, []);
    const data = question.name === NAME ? '127.0.0.3' : '127.0.0.2';
    return replyTo(question, [{ name: question.name, type: 'A', data }]);
  };
  const seen = await stage.watch.observe(VERIFIED);
  assert.deepEqual([seen.status, seen.addresses], ['ACTIVE_SSL', ['127.0.0.3']]);
  assert.deepEqual([cluster.connections, inside.connections], [1, 0]);
});

test('a name that changes its address is connected to at the address that was checked', async (t) => {
  const allowed = await startTlsServer(t, certificateFor(NAME), { host: '127.0.0.2' });
  const inside = await startTlsServer(t, certificateFor(NAME), { host: '127.0.0.3', port: allowed.port });
  const stage = await setStage(t, await openSqlite(t), {
    ...{ HUSHLINK_DOMAINS_TLS_PORT: String(allowed.port), HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '127.0.0.2' },
  });
  let asked = 0;
  stage.responder.respond = (question) => {
    if (question.type === 'CNAME' && question.name === NAME) return replyTo(question, [aliased]);
    if (question.type !== 'A' || question.name !== SITE) return replyTo(question, []);
    asked += 1;
    return replyTo(question, [{ name: SITE, type: 'A', data: asked === 1 ? '127.0.0.2' : '127.0.0.3' }]);
  };
  assert.deepEqual([(await stage.watch.observe(VERIFIED)).status, asked], ['ACTIVE_SSL', 1]);
  assert.deepEqual([allowed.connections, inside.connections], [1, 0]);
  assert.deepEqual([(await stage.watch.observe(VERIFIED)).status, asked], ['UNREACHABLE', 2]);
  assert.deepEqual([allowed.connections, inside.connections], [1, 0]);
});
