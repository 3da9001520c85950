import assert from 'node:assert/strict';
import { createServer, connect as dial, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openRedisStore } from '#src/store/redis/open.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { sampleCustomer } from './account-sample.ts';
import { gateContract, untilOpen } from './gate.contract.ts';
import { POLICY } from './sealed-sample.ts';

const server = await startRedisServer();
let databases = 0;

function open(url: string) {
  return openRedisStore({ url, policy: POLICY, onError: () => {}, onWarning: () => {} });
}

async function openTwice() {
  databases += 1;
  const url = `${server.url}/${databases}`;
  const stores = [await open(url), await open(url)] as const;
  after(() => Promise.all(stores.map((store) => store.close())));
  return stores;
}

after(() => server.stop());

gateContract('redis', openTwice);

test('redis: a mark that nobody renews ends by itself, and writes go on', async () => {
  const [store, other] = await openTwice();
  await store.gate.close('mover', 3500);
  await untilOpen(other);
  assert.equal(await store.gate.renew('mover', 1000), false);
  assert.equal(await other.accounts.create(sampleCustomer()), true);
});

test('redis: a write that was held up on its way does not arrive once the store is closed', async (t) => {
  databases += 1;
  const line = await startLine(server.port);
  t.after(() => line.stop());
  const [slow, store] = [
    await open(`redis://127.0.0.1:${line.port}/${databases}`),
    await open(`${server.url}/${databases}`),
  ];
  t.after(() => Promise.all([slow.close(), store.close()]));
  const [first, late] = [sampleCustomer(), sampleCustomer()];
  await slow.accounts.create(first);
  line.hold();
  const created = slow.accounts.create(late).catch((error) => error.name);
  await line.untilHeld();
  assert.equal(await store.gate.close('mover', 60_000), true);
  line.letGo();
  assert.equal(await created, 'StoreUnavailable');
  assert.deepEqual([await store.accounts.find(late.custid), await store.accounts.count()], [null, 1]);
});

test('redis: whose answers come too late to say anything is read and not written, until they come in time', async (t) => {
  databases += 1;
  const line = await startLine(server.port);
  t.after(() => line.stop());
  const store = await open(`redis://127.0.0.1:${line.port}/${databases}`);
  t.after(() => store.close());
  const [first, second, third] = [sampleCustomer(), sampleCustomer(), sampleCustomer()];
  await store.accounts.create(first);
  line.delayAnswers(1200);
  // What was seen before holds for a moment yet.
  await assert.rejects(
    async () => {
      for (;;) await store.accounts.create(sampleCustomer());
    },
    { name: 'StoreUnavailable', message: /in time/, isUnchanged: true },
  );
  assert.equal((await store.accounts.find(first.custid))?.custid, first.custid);
  await assert.rejects(store.accounts.create(second), { name: 'StoreUnavailable' });
  line.delayAnswers(0);
  await untilOpen(store);
  assert.equal(await store.accounts.create(third), true);
  assert.equal(await store.accounts.find(second.custid), null);
});

/** A line to a port on which what is sent can be held up, and what is answered comes later. */
async function startLine(port: number) {
  let isHeld = false;
  let delayMs = 0;
  let noted = () => {};
  const held: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.on('data', (bytes) => {
      if (!isHeld) return far.write(bytes);
      held.push(() => far.write(bytes));
      noted();
    });
    let written = Promise.resolve();
    far.on('data', (bytes) => {
      // One after the other, whatever the delay has become meanwhile.
      const due = pause(delayMs);
      written = Promise.all([written, due]).then(() => void near.write(bytes));
    });
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as { port: number }).port,
    hold: () => {
      isHeld = true;
    },
    untilHeld: () =>
      new Promise<void>((resolve) => {
        noted = resolve;
        if (held.length > 0) resolve();
      }),
    delayAnswers: (ms: number) => {
      delayMs = ms;
    },
    letGo: () => {
      isHeld = false;
      for (const pass of held.splice(0)) pass();
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}
