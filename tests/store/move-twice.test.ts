import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { type MoveDeps, moveStore } from '#src/backup/move-store.ts';
import { sampleCustomer } from './account-sample.ts';
import { freshStores } from './fresh-stores.ts';
import { START_MS } from './sealed-sample.ts';

const stores = await freshStores();

for (const [engine, open] of stores) {
  test(`${engine}: who moves a store that is being moved is refused, and takes nothing from the one who moves it`, async () => {
    const [from, to] = [await open(), await open()];
    const customer = sampleCustomer();
    await from.accounts.create(customer);
    const move = (deps: Pick<MoveDeps, 'from'>) =>
      moveStore({ ...{ ...deps, to, toShown: 'there', holder: randomBytes(12).toString('hex') }, ...QUIET });
    let second: Awaited<ReturnType<typeof moveStore>> | null = null;
    const gate = {
      ...from.gate,
      // All is copied, and nothing says yet that it is.
      endMoved: async (...args: Parameters<typeof from.gate.endMoved>) => {
        second = await move({ from });
        return from.gate.endMoved(...args);
      },
    };
    const first = await move({ from: { ...from, gate } });
    assert.deepEqual(second, { ok: false, failure: { kind: 'from-moving' } });
    assert.equal(first.ok, true);
    assert.deepEqual([await to.gate.mark(), await to.accounts.find(customer.custid)], [null, customer]);
  });
}

const QUIET = { now: () => START_MS, onClosed: () => {}, onMoved: () => {}, onProgress: () => {} };
