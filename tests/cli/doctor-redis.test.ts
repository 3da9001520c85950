import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { untilSo } from '../support/until-so.ts';
import { examine, openRedis } from './doctor-run.ts';

test('a Redis fit to keep secrets is fine, and its clock is compared', async (t) => {
  const { env, server } = await openRedis(t);
  const { code, of } = await examine(t, env);
  assert.equal(code, 0);
  const facts =
    /^ok Redis at redis:\/\/127\.0\.0\.1:(\d+): [\d.]+, noeviction, AOF everysec, 0 replicas, [\d.]+ [KM]iB$/;
  assert.equal(facts.exec(String(of('store')))?.[1], String(server.port), String(of('store')));
  assert.deepEqual(of('clock'), ['ok Agrees with that of Redis']);
  assert.deepEqual([of('data'), of('disk')].map(String), [
    'ok Not used: Redis keeps everything, and the site secret is in the configuration',
    'ok Nothing is kept on this disk',
  ]);
});

test('a Redis that evicts, forgets or is nearly full is told', async (t) => {
  const { env, client } = await openRedis(t);
  await client.configSet({ 'maxmemory-policy': 'allkeys-lru', appendonly: 'no' });
  const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
  await client.configSet('maxmemory', String(used + 20_000));
  const { code, of } = await examine(t, env);
  assert.equal(code, 0);
  const [evicts, forgets, full] = of('store');
  assert.equal(evicts, 'warn maxmemory-policy is allkeys-lru: an evicted secret is a lost secret');
  assert.equal(forgets, 'warn Redis writes no append-only file: a restart of it loses secrets');
  assert.match(String(full), /^warn Redis uses 1?\d\d % of its memory; full, it takes nothing new$/);
});

test('too few replicas, and a replica in place of the master, do not work', async (t) => {
  const [{ env, client }, other] = [await openRedis(t), await openRedis(t)];
  const few = await examine(t, { ...env, HUSHLINK_STORE_WAIT_REPLICAS: '1' });
  assert.deepEqual(
    [few.code, few.of('store')],
    [1, ['fail 0 replicas are connected, store.wait_replicas waits for 1']],
  );
  await client.replicaOf('127.0.0.1', other.server.port);
  const replica = await examine(t, env);
  assert.equal(replica.code, 1);
  assert.match(String(replica.of('store')), /fail Redis at .* is a replica, which cannot be written/);
});

test('a Redis that takes no writes does not work, whatever keeps it from them', async (t) => {
  const { env, client, server } = await openRedis(t);
  const place = `Redis at ${server.url} takes no writes`;
  const refused = async () => {
    const { code, of } = await examine(t, env);
    assert.equal(code, 1);
    return of('store');
  };
  await client.configSet('min-replicas-to-write', '1');
  assert.deepEqual(await refused(), [`fail ${place} (NOREPLICAS)`]);
  await client.configSet('min-replicas-to-write', '0');
  await client.sendCommand(['ACL', 'SETUSER', 'default', '-@scripting']);
  assert.deepEqual(await refused(), [`fail ${place} (NOPERM)`]);
  await client.sendCommand(['ACL', 'SETUSER', 'default', '+@all', 'resetkeys', '~hushlink:*']);
  assert.deepEqual(await refused(), [`fail ${place} (NOPERM)`]);
  await client.sendCommand(['ACL', 'SETUSER', 'default', 'allkeys']);
  mkdirSync(join(server.folder, 'dump.rdb'));
  await client.configSet('save', '3600 1000');
  await client.bgSave();
  await untilSo('Redis could not write its dump', async () =>
    /rdb_last_bgsave_status:err/.test(await client.info('persistence')),
  );
  const withoutDump = await refused();
  // Else it would not end, for what it could not write.
  await client.configSet('save', '');
  assert.deepEqual(withoutDump, [`fail ${place} (MISCONF)`]);
});

test('a Redis that is away or refuses is told, and the password is in no line', async (t) => {
  const { env, client, server } = await openRedis(t);
  await client.configSet('requirepass', 'hunter2');
  const [at, port] = [`127.0.0.1:${server.port}`, await freePort()];
  const stores = [`:tr0mb0ne@${at}`, `:hunter2@${at}/99`, `127.0.0.1:${port}`];
  // At once: each is tried for some seconds.
  const examined = await Promise.all(stores.map((store) => examine(t, { ...env, HUSHLINK_STORE: `redis://${store}` })));
  const said = (place: string, why: string) => [1, [`fail Redis at redis://${place} does not answer (${why})`]];
  assert.deepEqual(
    examined.map(({ code, of }) => [code, of('store')]),
    [
      said(`[redacted]@${at}`, 'WRONGPASS'),
      said(`[redacted]@${at}/99`, 'ERR DB index is out of range'),
      said(`127.0.0.1:${port}`, 'ECONNREFUSED'),
    ],
  );
  for (const { output } of examined) assert.ok(!/hunter2|tr0mb0ne/.test(output));
  assert.deepEqual(examined.at(-1)?.of('clock'), ['ok There is nothing to compare it with']);
});

test('a Redis whose certificate nobody here trusts is told so, with the way to trust it', async (t) => {
  const { port } = await startTlsServer(t, makeCertificate());
  const env = {
    HUSHLINK_STORE: `rediss://127.0.0.1:${port}`,
    HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64'),
  };
  const { code, findings } = await examine(t, env);
  assert.equal(code, 1);
  const found = findings.find(({ check }) => check === 'store');
  const place = `Redis at rediss://127.0.0.1:${port}`;
  assert.equal(found?.message, `The certificate of ${place} is not to be trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`);
  assert.match(String(found?.hint), /NODE_EXTRA_CA_CERTS/);
});
