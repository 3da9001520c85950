import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { createClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/temp.ts';
import { sampleCustomer } from './account-sample.ts';
import { gateContract } from './gate.contract.ts';
import { POLICY, putSample, START_MS } from './sealed-sample.ts';

const clock = createClock(START_MS);

function openTwice() {
  const path = join(temporaryFolder({ after }), 'store.db');
  const open = () => openSqliteStore({ path, policy: POLICY, now: clock.now, onSweepError: () => {} });
  const stores = [open(), open()] as const;
  after(async () => {
    for (const store of stores) await store.close();
  });
  return stores;
}

gateContract('sqlite', async () => openTwice());

test('sqlite: a mark that nobody renews ends by itself, and cannot be renewed any more', async () => {
  const [store, other] = openTwice();
  await store.gate.close('mover', 1000);
  clock.advance(999);
  await assert.rejects(other.accounts.create(sampleCustomer()), { name: 'StoreClosed' });
  clock.advance(1);
  assert.equal(await other.accounts.create(sampleCustomer()), true);
  assert.equal(await store.gate.renew('mover', 1000), false);
  assert.equal(await store.gate.endMoved('mover', 'there', START_MS), false);
});

test('sqlite: a mark that a clock far ahead has laid closes nothing once the clock is right', async () => {
  const [store, other] = openTwice();
  const aheadMs = 3_600_000;
  clock.advance(aheadMs);
  await store.gate.close('mover', 30_000);
  clock.advance(-aheadMs);
  assert.equal(await other.gate.mark(), null);
  assert.equal(await other.accounts.create(sampleCustomer()), true);
  assert.equal(await store.gate.renew('mover', 30_000), false);
  clock.advance(aheadMs);
  assert.equal(await other.gate.mark(), null);
  assert.equal(await other.gate.close('again', 30_000), true);
});

test('sqlite: of more secrets than one transaction erases none is left', async () => {
  const [store] = openTwice();
  await Promise.all(Array.from({ length: 5_001 }, () => putSample(store.secrets)));
  assert.equal(await store.transfer.count(['secret', 'metadata']), 10_002);
  await store.gate.fill();
  await store.transfer.erase();
  assert.equal(await store.transfer.count(['secret', 'metadata']), 0);
});
