import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { openCluster } from '#src/store/redis/cluster.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { slotOf } from '#src/store/redis/slot.ts';
import { freePort } from '../support/free-port.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startClusterSite } from '../support/redis-cluster.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { redisContracts } from './redis-contracts.ts';
import { livesInRedis } from './redis-lives.ts';
import { POLICY } from './sealed-sample.ts';

type SlotRange = readonly [from: number, to: number, master: readonly [host: string, port: number]];

const site = await startClusterSite();
const open = () => openRedisStore({ url: site.url, policy: POLICY, onError: () => {}, onWarning: assert.fail });
const stores = [await open(), await open()] as const;
after(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await site.stop();
});

redisContracts('redis-cluster', stores, {
  clear: async () => {
    for (const port of await site.masterPorts()) await askRedis(port, 'FLUSHALL');
  },
});

livesInRedis(
  'redis-cluster',
  () => stores[0].secrets,
  async (...command) => {
    // All but the one that keeps the key say that it is elsewhere.
    for (const port of await site.masterPorts()) {
      const answer = await askRedis(port, ...command).catch(() => null);
      if (answer !== null) return answer;
    }
    return assert.fail(`nobody answers ${command.join(' ')}`);
  },
);

test('redis-cluster: the slot of a key is the one that Redis gives it', async () => {
  const [port = 0] = await site.masterPorts();
  const names = ['', 'x', '{a}b', '{}x', '{a', 'a}b', '{{a}}', 'a{b}{c}', 'hushlink:{accounts}:due', '\u05e9\u{1f511}'];
  for (const name of names) assert.equal(slotOf(name), Number(await askRedis(port, 'CLUSTER', 'KEYSLOT', name)), name);
});

test('redis-cluster: an address where one member is enough finds the others', async () => {
  const [first = ''] = site.url.split(',');
  const store = await openRedisStore({ url: first, policy: POLICY, onError: () => {}, onWarning: assert.fail });
  await store.site.ping();
  assert.equal((await store.colonel.info()).masters, '3');
  await store.close();
});

test('redis-cluster: a server that cannot reach one of the masters is not ready, and becomes it by itself', async (t) => {
  const away = site.servers[1]?.port ?? 0;
  await announce(away, await freePort());
  const [seed = ''] = site.url.split(',');
  const store = await openRedisStore({ url: seed, policy: POLICY, onError: () => {}, onWarning: assert.fail });
  t.after(() => store.close());
  await assert.rejects(store.site.ping(), { name: 'StoreUnavailable' });
  await announce(away, 0);
  await store.site.ping();
});

test('redis-cluster: a member that keeps no slot is forgotten when it goes, and nobody calls for it for ever', async (t) => {
  const joining = await startRedisServer();
  t.after(() => joining.stop());
  const errors: unknown[] = [];
  const [seed = 0] = await site.masterPorts();
  const nodes = await openFrom(seed, (error) => errors.push(error));
  t.after(() => nodes.close());
  const where = { host: '127.0.0.1', port: joining.port };
  // As a command goes there whose slot is just moving, by its ASK; then the operator thinks better of it.
  const before = await nodes.nodeAt(where);
  assert.equal(String(await before.send(['PING'])), 'PONG');
  await joining.kill('SIGKILL');
  await untilSo('its end is heard', async () => errors.length > 0);
  await joining.restart();
  const later = await nodes.nodeAt(where);
  assert.notEqual(later, before);
  assert.equal(String(await later.send(['PING'])), 'PONG');
  await assert.rejects(before.send(['PING']), /closed/);
});

test('redis-cluster: a member that is lost while others are still being reached is reached anew', async (t) => {
  const [seed = 0, slow = 0] = site.servers.map(({ port }) => port);
  const gate = await openGate(slow);
  t.after(() => gate.stop());
  await announce(slow, gate.port);
  t.after(() => announce(slow, 0));
  const before = Number(await askRedis(seed, 'CLIENT', 'ID'));
  const errors: unknown[] = [];
  const opening = openFrom(seed, (error) => errors.push(error));
  t.after(async () => (await opening).close());
  let reached: number | undefined;
  await untilSo('one is reached, and asked whether it is there', async () => {
    const clients = [...String(await askRedis(seed, 'CLIENT', 'LIST')).matchAll(/^id=(\d+) .* cmd=ping /gm)];
    reached = clients.map(([, id]) => Number(id)).find((id) => id > before);
    return reached !== undefined;
  });
  await askRedis(seed, 'CLIENT', 'KILL', 'ID', String(reached));
  await untilSo('its end is heard', async () => errors.length > 0);
  gate.open();
  const nodes = await opening;
  await nodes.requireAll();
  const answers = await Promise.all(nodes.masters().map((node) => node.send(['PING'])));
  assert.deepEqual(answers.map(String), ['PONG', 'PONG', 'PONG']);
});

/** Has this master say that it is elsewhere; 0: where it is. */
async function announce(master: number, port: number) {
  await askRedis(master, 'CONFIG', 'SET', 'cluster-announce-port', String(port));
  const told = port === 0 ? master : port;
  await untilSo('all have heard where it is', async () => {
    const heard = await Promise.all(site.servers.map((server) => askRedis(server.port, 'CLUSTER', 'SLOTS')));
    return heard.every((ranges) => (ranges as SlotRange[]).some(([, , [, place]]) => place === told));
  });
}

function openFrom(seed: number, onError: (error: unknown) => void) {
  const address = { isEncrypted: false, user: '', password: '', database: 0 };
  return openCluster([{ host: '127.0.0.1', port: seed }], { address, waitReplicas: 0, onConnect: () => {}, onError });
}

/** A way to this port of loopback on which nothing gets through until it is opened. */
async function openGate(port: number) {
  const opened = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    void opened.promise.then(() => near.pipe(far).pipe(near));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: opened.resolve,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
