import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '#src/store/store.ts';
import { untilSo } from '../support/until-so.ts';
import { sampleCustomer } from './account-sample.ts';
import { RIGHT, START_MS, sample } from './sealed-sample.ts';

const LEASE_MS = 60_000;
const attempt = { proofHash: RIGHT, claimantHash: null };
const closed = { name: 'StoreClosed', isUnchanged: true };

/** What every store promises about being closed. `open` gives an empty store twice, as two processes see it. */
export function gateContract(engine: string, open: () => Promise<readonly [Store, Store]>): void {
  const promise = (title: string, check: (store: Store, other: Store) => Promise<void>) =>
    test(`${engine}: ${title}`, async () => check(...(await open())));

  promise('while it is moving nobody writes, everybody reads, and nothing was changed', async (store, other) => {
    const { secret, metadata } = sample();
    await other.secrets.put(secret, metadata);
    assert.equal(await store.gate.close('mover', LEASE_MS), true);
    await untilBack(other);
    for (const one of [store, other]) {
      assert.deepEqual(await one.gate.mark(), { kind: 'moving' });
      const more = sample();
      await assert.rejects(one.secrets.put(more.secret, more.metadata), closed);
      await assert.rejects(one.secrets.claim(secret.id, attempt, START_MS), closed);
      await assert.rejects(one.accounts.create(sampleCustomer()), closed);
      await assert.rejects(one.site.setBanner('news'), closed);
      await one.site.ping();
      assert.equal((await one.secrets.look(secret.id, START_MS))?.life, 'live');
      assert.equal(await one.accounts.count(), 0);
    }
    await store.gate.release('mover');
    await untilOpen(other);
    assert.equal((await other.secrets.claim(secret.id, attempt, START_MS)).kind, 'claimed');
  });

  promise('of two hundred writes on their way each is answered as it happened', async (store, other) => {
    const samples = Array.from({ length: 200 }, () => sample());
    const put = samples.map(({ secret, metadata }) => other.secrets.put(secret, metadata));
    const outcomes = Promise.allSettled(put);
    await store.gate.close('mover', LEASE_MS);
    const kept = await Promise.all(samples.map(({ secret }) => store.secrets.look(secret.id, START_MS)));
    for (const [index, { status }] of (await outcomes).entries()) {
      assert.equal(kept[index] !== null, status === 'fulfilled');
    }
    await store.gate.release('mover');
  });

  promise('of two who close it one does, and nobody ends or renews what is not theirs', async (store, other) => {
    assert.equal(await store.gate.close('first', LEASE_MS), true);
    await untilBack(other);
    assert.equal(await other.gate.close('second', LEASE_MS), false);
    assert.equal(await other.gate.fill(), false);
    assert.equal(await other.gate.renew('second', LEASE_MS), false);
    assert.equal(await other.gate.endMoved('second', 'elsewhere', START_MS), false);
    await other.gate.release('second');
    await other.gate.open();
    assert.equal(await store.gate.renew('first', LEASE_MS), true);
    await store.gate.release('first');
    assert.equal(await store.gate.mark(), null);
    assert.equal(await store.gate.endMoved('first', 'elsewhere', START_MS), false);
  });

  promise('one that was moved stays closed and says where to, until it is opened', async (store, other) => {
    await store.gate.close('mover', LEASE_MS);
    assert.equal(await store.gate.endMoved('mover', 'redis://there', START_MS), true);
    await untilBack(other);
    assert.deepEqual(await other.gate.mark(), { kind: 'moved', to: 'redis://there', atMs: START_MS });
    await assert.rejects(other.accounts.create(sampleCustomer()), closed);
    assert.equal(await other.gate.close('again', LEASE_MS), false);
    await other.gate.open();
    await untilOpen(store);
    assert.equal(await store.accounts.create(sampleCustomer()), true);
  });

  promise(
    'one that is being filled takes a copy and nothing else, and is emptied by whoever begins again',
    async (store, other) => {
      const { customer, kind } = { kind: 'customer', customer: sampleCustomer() } as const;
      await assert.rejects(store.transfer.load([{ kind, customer }], { how: 'copy' }, START_MS), {
        name: 'StoreUnavailable',
      });
      const leadUntilMs = START_MS + 60_000;
      await store.rates.add('somebody', 1, 60_000, START_MS);
      await store.keys.takeLead('before', leadUntilMs, START_MS);
      assert.equal(await store.gate.fill(), true);
      assert.equal(await other.gate.fill(), true);
      await assert.rejects(other.accounts.create(sampleCustomer()), closed);
      const restore = { how: 'restore', isReplacing: true, isReviving: true } as const;
      await assert.rejects(store.transfer.load([{ kind, customer }], restore, START_MS), closed);
      assert.deepEqual(await store.transfer.load([{ kind, customer }], { how: 'copy' }, START_MS), ['added']);
      await store.transfer.erase();
      assert.equal(await store.accounts.count(), 0);
      assert.deepEqual(await store.gate.mark(), { kind: 'filling' });
      await store.gate.open();
      await assert.rejects(store.transfer.erase(), { name: 'StoreUnavailable' });
      assert.equal((await store.rates.add('somebody', 1, 60_000, START_MS)).count, 1);
      assert.equal(await store.keys.takeLead('after', leadUntilMs, START_MS), true);
    },
  );
}

/** Its connection may have been broken off. */
async function untilBack(store: Store): Promise<void> {
  await untilSo('it is back', () => store.site.ping().then(() => true));
}

/** A process may believe for a second that a store is closed. */
export async function untilOpen(store: Store): Promise<void> {
  await untilSo('it is open', () => store.site.setBanner(null).then(() => true));
}
