import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { moveStore } from '#src/backup/move-store.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { temporaryFolder } from '../support/temp.ts';

/** An old store with three accounts, and a new one. */
async function openBoth(t: TestContext) {
  const folder = temporaryFolder(t);
  const open = (name: string) => {
    const store = openSqliteStore({ path: join(folder, name), policy: POLICY, now: () => 0, onSweepError: () => {} });
    t.after(() => store.close());
    return store;
  };
  const stores = { from: open('old.db'), to: open('new.db') };
  for (const name of ['ann', 'bo', 'cy']) await stores.from.accounts.create(customer(name));
  return stores;
}

const customer = (name: string) => sampleCustomer({ custid: `${name}@example.org` as CustId });
const accountsIn = (store: Store) => store.transfer.count(['customer']);

function move(stores: { from: Store; to: Store }, holder: string, onClosed = () => {}, toShown = 'sqlite:new.db') {
  return moveStore({ ...stores, toShown, now: () => 0, onProgress: () => {}, holder, onClosed, onMoved: () => {} });
}

test('of several that begin at once one moves everything, and the others nothing', async (t) => {
  const stores = await openBoth(t);
  const ends = await Promise.all(['a', 'b', 'c'].map((holder) => move(stores, holder)));
  assert.equal(ends.filter(({ ok }) => ok).length, 1);
  for (const end of ends) assert.ok(end.ok || end.failure.kind === 'from-moving');
  assert.deepEqual([await accountsIn(stores.to), await stores.to.gate.mark()], [3, null]);
  assert.equal((await stores.from.gate.mark())?.kind, 'moved');
});

test('a new store that came into use meanwhile is left alone, and the old one goes on', async (t) => {
  const stores = await openBoth(t);
  const end = await move(stores, 'a', () => void stores.to.accounts.create(customer('dee')));
  assert.deepEqual(end, { ok: false, failure: { kind: 'to-not-empty' } });
  assert.deepEqual([await accountsIn(stores.to), await stores.to.gate.mark()], [1, null]);
  assert.equal(await stores.from.gate.mark(), null);
});

test('one that came into use at the last moment is not emptied either', async (t) => {
  const { from, to } = await openBoth(t);
  const fill = async () => {
    await to.accounts.create(customer('dee'));
    return to.gate.fill();
  };
  const end = await move({ from, to: { ...to, gate: { ...to.gate, fill } } }, 'a');
  assert.deepEqual(end, { ok: false, failure: { kind: 'to-not-empty' } });
  assert.deepEqual([await accountsIn(to), await to.gate.mark(), await from.gate.mark()], [1, null, null]);
});

test('a move that broke off when all was there is finished by the same command, and by none that names another place', async (t) => {
  const { from, to } = await openBoth(t);
  const open = () => Promise.reject(new Error('gone away'));
  await assert.rejects(move({ from, to: { ...to, gate: { ...to.gate, open } } }, 'a'), /gone away/);
  assert.deepEqual([(await from.gate.mark())?.kind, (await to.gate.mark())?.kind], ['moved', 'filling']);
  const elsewhere = await move({ from, to }, 'b', () => {}, 'sqlite:newer.db');
  assert.deepEqual(elsewhere, { ok: false, failure: { kind: 'from-moved' } });
  assert.equal((await to.gate.mark())?.kind, 'filling');
  assert.ok((await move({ from, to }, 'c')).ok);
  assert.deepEqual([await accountsIn(to), await to.gate.mark(), (await from.gate.mark())?.kind], [3, null, 'moved']);
  assert.deepEqual(await move({ from, to }, 'd'), { ok: false, failure: { kind: 'from-moved' } });
});

test('what a move that broke off has put into the new store is gone when it is filled again', async (t) => {
  const { from, to } = await openBoth(t);
  const load: Store['transfer']['load'] = async (...batch) => {
    await to.transfer.load(...batch);
    throw new Error('gone away');
  };
  await assert.rejects(move({ from, to: { ...to, transfer: { ...to.transfer, load } } }, 'a'), /gone away/);
  assert.deepEqual([await accountsIn(to), await from.gate.mark()], [3, null]);
  await from.accounts.destroy(customer('bo').custid, null);
  assert.ok((await move({ from, to }, 'b')).ok);
  assert.deepEqual([await accountsIn(to), await to.accounts.find(customer('bo').custid)], [2, null]);
});

test('who has lost the lease while the new store was emptied puts nothing into it', async (t) => {
  const { from, to } = await openBoth(t);
  const end = await move({ from: { ...from, gate: { ...from.gate, renew: async () => false } }, to }, 'a');
  assert.deepEqual(end, { ok: false, failure: { kind: 'lost-lease' } });
  assert.deepEqual([await accountsIn(to), await from.gate.mark()], [0, null]);
});
