import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type MoveDeps, moveStore } from '#src/backup/move-store.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { sampleCustomer } from '../store/account-sample.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { createClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/temp.ts';

/** An old store with more accounts than go in one step, a new one, and a way for minutes to pass. */
async function openBoth(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = createClock();
  const folder = temporaryFolder(t);
  const open = (name: string) => {
    const path = join(folder, name);
    const store = openSqliteStore({ path, policy: POLICY, now: clock.now, onSweepError: () => {} });
    t.after(() => store.close());
    return store;
  };
  const [from, to] = [open('old.db'), open('new.db')];
  const people = Array.from({ length: 600 }, (_, at) => sampleCustomer({ custid: `p${at}@example.org` as CustId }));
  await Promise.all(people.map((one) => from.accounts.create(one)));
  const passTwoMinutes = async () => {
    for (let seconds = 0; seconds < 120; seconds += 5) {
      clock.advance(5_000);
      t.mock.timers.tick(5_000);
      await from.gate.mark();
      await from.site.ping();
    }
  };
  return { from, to, clock, passTwoMinutes };
}

function move(stores: Pick<MoveDeps, 'from' | 'to'>, now: () => number) {
  return moveStore({
    ...stores,
    toShown: 'there',
    holder: 'a',
    now,
    onClosed: () => {},
    onMoved: () => {},
    onProgress: () => {},
  });
}

/** The same store, one of whose verbs begins late. */
function late(store: Store, verb: 'count' | 'erase' | 'load', wait: () => Promise<void>): Store {
  const { transfer } = store;
  const slow = async (...args: never[]) => {
    await wait();
    return Reflect.apply(transfer[verb], transfer, args);
  };
  return { ...store, transfer: { ...transfer, [verb]: slow } };
}

for (const [what, verb, side] of [
  ['counting what there is', 'count', 'from'],
  ['emptying the new store', 'erase', 'to'],
  ['a step of the copying', 'load', 'to'],
] as const) {
  test(`a move comes to its end though ${what} takes minutes`, async (t) => {
    const { from, to, clock, passTwoMinutes } = await openBoth(t);
    const stores = { from, to };
    stores[side] = late(stores[side], verb, passTwoMinutes);
    const end = await move(stores, clock.now);
    assert.ok(end.ok, JSON.stringify(end));
    assert.deepEqual([await to.transfer.count(['customer']), (await from.gate.mark())?.kind], [600, 'moved']);
  });
}

test('who finds that the lease was lost fills in nothing more, and leaves the old store as it is', async (t) => {
  const { from, to, clock, passTwoMinutes } = await openBoth(t);
  const loaded: number[] = [];
  const load: Store['transfer']['load'] = async (records, ...how) => {
    loaded.push(records.length);
    await passTwoMinutes();
    return to.transfer.load(records, ...how);
  };
  let renewals = 0;
  const renew = async (...lease: Parameters<typeof from.gate.renew>) => {
    renewals += 1;
    return renewals < 3 && from.gate.renew(...lease);
  };
  const stores = {
    from: { ...from, gate: { ...from.gate, renew } },
    to: { ...to, transfer: { ...to.transfer, load } },
  };
  const end = await move(stores, clock.now);
  assert.deepEqual(end, { ok: false, failure: { kind: 'lost-lease' } });
  assert.equal(loaded.length, 1);
  assert.equal(await from.gate.mark(), null);
});

const lost = new StoreUnavailable('the connection broke', { isUnchanged: false });

test('a move is done where the old store says so itself, though its answer to that was lost', async (t) => {
  const { from, to, clock } = await openBoth(t);
  const endMoved = async (isDone: boolean, ...marking: Parameters<typeof from.gate.endMoved>) => {
    if (isDone) await from.gate.endMoved(...marking);
    throw lost;
  };
  const losing = (isDone: boolean) => ({ ...from, gate: { ...from.gate, endMoved: endMoved.bind(null, isDone) } });
  await assert.rejects(move({ from: losing(false), to }, clock.now), lost);
  assert.deepEqual([await from.gate.mark(), (await to.gate.mark())?.kind], [null, 'filling']);
  const end = await move({ from: losing(true), to }, clock.now);
  assert.ok(end.ok, JSON.stringify(end));
  assert.deepEqual([(await from.gate.mark())?.kind, await to.gate.mark()], ['moved', null]);
});

test('a move is done where the new store is open, though its answer to that was lost', async (t) => {
  const { from, to, clock } = await openBoth(t);
  const open = async (isDone: boolean) => {
    if (isDone) await to.gate.open();
    throw lost;
  };
  const losing = (isDone: boolean) => ({ ...to, gate: { ...to.gate, open: open.bind(null, isDone) } });
  await assert.rejects(move({ from, to: losing(false) }, clock.now), lost);
  assert.deepEqual([(await from.gate.mark())?.kind, (await to.gate.mark())?.kind], ['moved', 'filling']);
  const end = await move({ from, to: losing(true) }, clock.now);
  assert.ok(end.ok, JSON.stringify(end));
});
