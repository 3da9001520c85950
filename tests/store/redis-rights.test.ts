import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { freePort } from '../support/free-port.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startClusterSite } from '../support/redis-cluster.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY, sample } from './sealed-sample.ts';

const LACKING = [
  ['resetkeys', '~hushlink:*'],
  ['resetkeys', '~hushlink:*', '~{*}:state', '~{*}:content', '~{*}:sender'],
  ['resetkeys', '%R~*'],
  ['-eval'],
  ['-evalsha'],
  ['-del'],
];
const ENOUGH = ['resetkeys', '~hushlink:*', '~{*}:*', '+@all'];

async function open(t: Cleanup, url: string, isServing: boolean) {
  const store = await openRedisStore({ url, isServing, policy: POLICY, onError: () => {}, onWarning: () => {} });
  t.after(() => store.close());
  return store;
}

test('redis: a server is refused a user who cannot keep secrets, and probes of one that runs are told', async (t) => {
  const server = await startRedisServer();
  t.after(() => server.stop());
  const allow = (...rules: string[]) => askRedis(server.port, 'ACL', 'SETUSER', 'site', 'on', '>pw', ...rules);
  const url = `redis://site:pw@127.0.0.1:${server.port}`;
  await allow(...ENOUGH);
  const store = await open(t, url, true);
  for (const rules of LACKING) {
    await store.site.ping();
    await allow(...rules);
    const { secret, metadata } = sample();
    await assert.rejects(
      open(t, url, true),
      /may not do all that is needed; hint: all commands on the keys/,
      `${rules}`,
    );
    await assert.rejects(store.site.ping(), StoreUnavailable, `${rules}`);
    // A command that only looks is another matter.
    await open(t, url, false);
    await allow(...ENOUGH);
    await store.secrets.put(secret, metadata);
  }
  assert.equal(await askRedis(server.port, 'KEYS', '*never-there*').then(String), '');
});

test('redis-cluster: the rights are those of every master', async (t) => {
  const site = await startClusterSite();
  t.after(() => site.stop());
  await open(t, site.url, true);
  const [, , last = 0] = await site.masterPorts();
  const allow = (...rules: string[]) => askRedis(last, 'ACL', 'SETUSER', 'default', ...rules);
  // Each probe asks for another name, which is now this master's and now another's.
  for (let probes = 0; probes < 8; probes += 1) {
    for (const rules of [['resetkeys', '~hushlink:*'], ['-del'], ['-eval'], ['-evalsha']]) {
      await allow(...rules);
      await assert.rejects(open(t, site.url, true), /may not do all that is needed/, `${rules}`);
      await allow('allkeys', '+@all');
    }
  }
  await untilSo('it may again', () => open(t, site.url, true).then(Boolean));
});

test('redis: a Cluster of one master is not taken for one Redis, which would answer and keep no secret', async (t) => {
  const busPort = String(await freePort());
  const server = await startRedisServer({ settings: () => ({ 'cluster-enabled': 'yes', 'cluster-port': busPort }) });
  t.after(() => server.stop());
  await askRedis(server.port, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  const info = () => askRedis(server.port, 'CLUSTER', 'INFO').then(String);
  await untilSo('it is whole', async () => (await info()).startsWith('cluster_state:ok'));
  await assert.rejects(
    open(t, server.url, true),
    /this Redis is a Cluster; hint: its address begins with redis\+cluster:/,
  );
  const asOne = await open(t, server.url, false);
  await assert.rejects(asOne.site.ping(), /this Redis is a Cluster/);
  const store = await open(t, server.url.replace('redis:', 'redis+cluster:'), true);
  await store.site.ping();
  const { secret, metadata } = sample();
  await store.secrets.put(secret, metadata);
});
