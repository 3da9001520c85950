import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fromTable, startDnsResponder } from '../support/dns-responder.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { examine } from './doctor-run.ts';

test('a site without a name is told, and one with a name that this machine knows is fine', async (t) => {
  assert.match(String((await examine(t)).of('dns')), /^warn site\.host is not set/);
  assert.match(String((await examine(t, { HUSHLINK_SITE_HOST: 'localhost:8443' })).of('dns')), /^ok localhost is /);
  assert.deepEqual((await examine(t, { HUSHLINK_SITE_HOST: '[::1]:8443' })).of('dns'), ['ok ::1 needs no DNS']);
});

test('names are asked of the resolvers of the configuration; one without an address does not work', async (t) => {
  const dns = await startDnsServer({ 'hush.example': '@ A 127.0.0.1\ncluster A 127.0.0.1\n' });
  t.after(() => dns.stop());
  const env = { HUSHLINK_SITE_HOST: 'hush.example', HUSHLINK_DOMAINS_RESOLVERS: dns.address };
  assert.deepEqual((await examine(t, env)).of('dns'), ['ok hush.example is 127.0.0.1']);
  const missing = await examine(t, { ...env, HUSHLINK_SITE_HOST: 'nowhere.hush.example' });
  assert.deepEqual([missing.code, missing.of('dns')], [1, ['fail nowhere.hush.example has no address']]);
  const silent = { HUSHLINK_DOMAINS_RESOLVERS: `127.0.0.1:${await freePort()}`, HUSHLINK_DOMAINS_DNS_TIMEOUT: '1' };
  const failed = await examine(t, { ...env, ...silent });
  assert.deepEqual([failed.code, failed.of('dns')], [1, ['fail DNS gave no answer about hush.example']]);
});

test('with custom domains the cluster host is looked up too, and on https whether a proxy is there', async (t) => {
  const dns = await startDnsServer({ 'hush.example': '@ A 127.0.0.1\ncluster A 127.0.0.1\n' });
  t.after(() => dns.stop());
  const proxy = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const env = {
    ...{ HUSHLINK_SITE_HOST: 'hush.example', HUSHLINK_DOMAINS_RESOLVERS: dns.address },
    ...{ HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_DOMAINS_CLUSTER_HOST: 'cluster.hush.example' },
    ...{ HUSHLINK_DOMAINS_TLS_PORT: String(port), HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '127.0.0.0/8' },
  };
  assert.deepEqual((await examine(t, env)).of('dns'), [
    'ok hush.example is 127.0.0.1',
    'ok cluster.hush.example is 127.0.0.1',
    `ok cluster.hush.example takes connections at port ${port}`,
  ]);
  await new Promise((resolve) => proxy.close(resolve));
  const away = await examine(t, env);
  assert.equal(away.code, 0);
  const silent = `warn cluster.hush.example takes no connection at port ${port} (ECONNREFUSED)`;
  assert.equal(away.of('dns').at(-1)?.split(':')[0], silent);
  const plain = await examine(t, { ...env, HUSHLINK_SITE_SCHEME: 'http' });
  assert.equal(plain.of('dns').at(-1), 'ok cluster.hush.example is 127.0.0.1');
});

test('a proxy that answers where the monitor may not look is no good news', async (t) => {
  const addresses = ['hush.example', 'cluster.hush.example'].map(
    (name) => ({ name, type: 'A', data: '127.0.0.1' }) as const,
  );
  const dns = await startDnsResponder(
    t,
    fromTable(() => addresses),
  );
  const port = await listening(t, createServer());
  const env = {
    ...{ HUSHLINK_SITE_HOST: 'hush.example', HUSHLINK_DOMAINS_RESOLVERS: dns.address },
    ...{ HUSHLINK_DOMAINS_ENABLED: 'true', HUSHLINK_DOMAINS_CLUSTER_HOST: 'cluster.hush.example' },
    HUSHLINK_DOMAINS_TLS_PORT: String(port),
  };
  const last = async (more: Readonly<Record<string, string>>) =>
    (await examine(t, { ...env, ...more })).of('dns').at(-1);
  const barred = 'warn cluster.hush.example has no public address (127.0.0.1): custom domains stay UNREACHABLE';
  assert.equal(await last({}), barred);
  assert.equal(await last({ HUSHLINK_DOMAINS_CLUSTER_IP: '127.0.0.1' }), barred);
  const fine = `ok cluster.hush.example takes connections at port ${port}`;
  assert.equal(await last({ HUSHLINK_DOMAINS_PRIVATE_NETWORKS: '127.0.0.0/8' }), fine);
  // The monitor looks at that one as well.
  assert.equal(await last({ HUSHLINK_DOMAINS_CLUSTER_IP: '9.9.9.9' }), fine);
});
