import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyTo } from '../support/dns-message.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { aliased, leadInside, pointsTo, rebind, typeAddresses, VERIFIED } from './outbound.ts';
import { addAndWait, certificateFor, NAME, openSqlite, setStage } from './stage.ts';

const HERE = '127.0.0.1';

test('whatever is typed for a name, nobody is asked and nobody is connected to but the DNS server', async (t) => {
  const { forms, reached, odd } = await typeAddresses(t);
  assert.ok(forms >= 40);
  assert.deepEqual([reached, odd], [0, []]);
});

test('a verified domain whose DNS leads inside is never connected to, whatever the address', async (t) => {
  const { forms, reached, odd } = await leadInside(t);
  assert.ok(forms >= 40);
  assert.deepEqual([reached, odd], [0, []]);
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
  const { reached, odd } = await rebind(t);
  assert.deepEqual([reached, odd], [0, []]);
});
