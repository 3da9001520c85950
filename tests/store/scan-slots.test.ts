import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { slotOf } from '#src/store/redis/slot.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startClusterSite } from '../support/redis-cluster.ts';
import { sampleCustomer } from './account-sample.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

const site = await startClusterSite();
const store = await openRedisStore({ url: site.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
after(async () => {
  await store.close();
  await site.stop();
});

const moved = { name: 'StoreUnavailable', message: /slots of the Redis Cluster were moved/ };
const samples = Array.from({ length: 30 }, () => sample());
const slotOfSecret = (id: string) => slotOf(`{${id}}`);

async function unread() {
  const rows = await Promise.all(samples.map(({ secret }) => store.secrets.look(secret.id, START_MS)));
  return samples.map(({ secret }) => secret.id).filter((_, at) => rows[at]?.life === 'live');
}

async function burnAll(meanwhile = async () => {}) {
  const burning = store.secrets.burnUnread({ kind: 'all' }, START_MS)[Symbol.asyncIterator]();
  await burning.next();
  await meanwhile();
  while (!(await burning.next()).done);
}

test('redis-cluster: whoever burns everything is told that slots were moved meanwhile, and burns the rest then', async () => {
  await Promise.all(samples.map(({ secret, metadata }) => store.secrets.put(secret, metadata)));
  const moveRest = async () => {
    for (const id of await unread()) await site.moveSlot(slotOfSecret(id));
  };
  await assert.rejects(burnAll(moveRest), moved);
  await burnAll();
  assert.deepEqual(await unread(), []);
});

test('redis-cluster: while a slot is on its way nobody is told that everything was listed', async () => {
  const [from = 0, to = 0] = await site.masterPorts();
  const [fromId, toId] = await Promise.all(
    [from, to].map(async (port) => String(await askRedis(port, 'CLUSTER', 'MYID'))),
  );
  const slot = await emptySlotOf(from);
  await askRedis(to, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId ?? '');
  await askRedis(from, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId ?? '');
  try {
    await assert.rejects(burnAll(), moved);
  } finally {
    for (const port of [from, to]) await askRedis(port, 'CLUSTER', 'SETSLOT', slot, 'STABLE');
  }
  await burnAll();
});

/** On the way of a slot with keys, Redis refuses what asks for several of them before the listing has come to its end. */
async function emptySlotOf(port: number): Promise<string> {
  const ranges = (await askRedis(port, 'CLUSTER', 'SLOTS')) as [from: number, to: number, master: [string, number]][];
  for (const [first, last, [, owner]] of ranges) {
    for (let slot = first; owner === port && slot <= last; slot += 1) {
      if ((await askRedis(port, 'CLUSTER', 'COUNTKEYSINSLOT', String(slot))) === 0) return String(slot);
    }
  }
  throw new Error(`every slot of ${port} holds keys`);
}

test('redis-cluster: accounts whose slot is moved while they are read are not taken for all of them', async () => {
  const customers = Array.from({ length: 700 }, () => sampleCustomer());
  await Promise.all(customers.map((customer) => store.accounts.create(customer)));
  const read = async (meanwhile = async () => {}) => {
    const records = store.transfer.dump(['customer'], START_MS)[Symbol.asyncIterator]();
    let count = Number(!(await records.next()).done);
    await meanwhile();
    while (!(await records.next()).done) count += 1;
    return count;
  };
  await assert.rejects(
    read(() => site.moveSlot(slotOf('{accounts}'))),
    moved,
  );
  assert.ok((await read()) >= customers.length);
});
