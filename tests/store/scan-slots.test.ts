import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { slotOf } from '#src/store/redis/slot.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startClusterSite } from '../support/redis-cluster.ts';
import { sampleCustomer } from './account-sample.ts';
import { POLICY, RIGHT, START_MS, sample } from './sealed-sample.ts';

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
  const [from = 0] = await site.masterPorts();
  await whileOnItsWay(from, await emptySlotOf(from), () => assert.rejects(burnAll(), moved));
  await burnAll();
});

test('redis-cluster: a recipient need not wait for a slot that is on its way to see what waits there, and what is over', async () => {
  const [waiting, over] = [sample({ senderCopy: null }), sample()];
  for (const { secret, metadata } of [waiting, over]) await store.secrets.put(secret, metadata);
  await store.secrets.claim(over.secret.id, { proofHash: RIGHT, claimantHash: null }, START_MS);
  for (const { secret } of [waiting, over, sample()]) {
    const slot = slotOfSecret(secret.id);
    await whileOnItsWay(await ownerOf(slot), String(slot), async () => {
      const seen = await store.secrets.lookKept(secret.id, START_MS);
      assert.equal(seen?.life, secret === waiting.secret ? 'live' : undefined);
    });
  }
});

/** The slot is to leave the master at this port meanwhile, and stays after all. */
async function whileOnItsWay(from: number, slot: string, work: () => Promise<void>) {
  const to = (await site.masterPorts()).find((port) => port !== from) ?? 0;
  const [fromId, toId] = await Promise.all(
    [from, to].map(async (port) => String(await askRedis(port, 'CLUSTER', 'MYID'))),
  );
  await askRedis(to, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId ?? '');
  await askRedis(from, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId ?? '');
  try {
    await work();
  } finally {
    for (const port of [from, to]) await askRedis(port, 'CLUSTER', 'SETSLOT', slot, 'STABLE');
  }
}

async function ownerOf(slot: number): Promise<number> {
  for (const port of await site.masterPorts()) {
    if ((await slotsOf(port)).some(([first, last]) => first <= slot && slot <= last)) return port;
  }
  throw new Error(`nobody keeps slot ${slot}`);
}

/** On the way of a slot with keys, Redis refuses what asks for several of them before the listing has come to its end. */
async function emptySlotOf(port: number): Promise<string> {
  for (const [first, last] of await slotsOf(port)) {
    for (let slot = first; slot <= last; slot += 1) {
      if ((await askRedis(port, 'CLUSTER', 'COUNTKEYSINSLOT', String(slot))) === 0) return String(slot);
    }
  }
  throw new Error(`every slot of ${port} holds keys`);
}

async function slotsOf(port: number): Promise<readonly (readonly [first: number, last: number])[]> {
  const ranges = (await askRedis(port, 'CLUSTER', 'SLOTS')) as [
    first: number,
    last: number,
    master: [string, number],
  ][];
  return ranges.flatMap(([first, last, [, owner]]) => (owner === port ? [[first, last] as const] : []));
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
