import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceBilling } from './billing-race.ts';
import { kept, ownerOf, PAID, samplePayer, sampleSnapshot } from './billing-sample.ts';
import { billingStoreContract } from './billing-store.contract.ts';
import { START_MS } from './sealed-sample.ts';
import { openTwiceOnRedis } from './twice-on-redis.ts';

const { client, empty, keys } = await openTwiceOnRedis((store) => store);

billingStoreContract('redis', empty);

test('redis: whatever races about payment, over two connections, one order explains all that is seen', async () => {
  await raceBilling(await empty(), 300);
});

test('redis: payment shares the hash tag of the accounts and stays, and forgetting leaves only the counter', async () => {
  const [store] = await empty();
  const customer = await kept(store);
  const payer = samplePayer();
  await store.billing.link(customer, payer);
  const look = await store.billing.beginLook(customer);
  await store.billing.keep(customer, look!, { seen: sampleSnapshot(payer), paid: PAID, nextLookAtMs: START_MS });
  const { custid, createdAtMs } = ownerOf(customer);
  const name = `${createdAtMs}:${custid}`;
  const billing = ['due', 'look', `payer:${payer}`, `payers:${name}`, `row:${name}`].map((part) => `billing:${part}`);
  assert.deepEqual(
    await keys(),
    [...billing, 'by-creation', `customer:${custid}`].map((part) => `hushlink:{accounts}:${part}`).sort(),
  );
  for (const key of await keys()) assert.equal(await client.sendCommand(['PTTL', key]), -1, key);
  await store.accounts.destroy(custid, null);
  await store.billing.forget(customer);
  assert.deepEqual(await keys(), ['hushlink:{accounts}:billing:look']);
});

test('redis: a customer of a release that knew nothing of payment has paid for nothing', async () => {
  const [store] = await empty();
  const customer = await kept(store, { paid: PAID });
  await client.sendCommand(['HDEL', `hushlink:{accounts}:customer:${customer.custid}`, 'paid']);
  assert.deepEqual(await store.accounts.find(customer.custid), { ...customer, paid: null });
});
