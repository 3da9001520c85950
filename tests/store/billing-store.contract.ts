import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustId, Customer, Owner } from '#src/features/accounts/customer.ts';
import type { BillingSnapshot, PaidTerm } from '#src/features/billing/billing.ts';
import type { BillingStore } from '#src/features/billing/billing-store.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from './account-sample.ts';
import { DAY_MS, kept, ownerOf, PAID, samplePayer, sampleSnapshot } from './billing-sample.ts';
import { START_MS } from './sealed-sample.ts';

const NEXT_MS = START_MS + DAY_MS;
const ofLook = (seen: BillingSnapshot, paid: PaidTerm | null, nextLookAtMs = NEXT_MS) => ({ seen, paid, nextLookAtMs });

/** An account that somebody pays for. */
async function linked(store: Store, changes: Partial<Customer> = {}) {
  const customer = await kept(store, changes);
  const [owner, payer] = [ownerOf(customer), samplePayer()];
  assert.equal(await store.billing.link(owner, payer), 'linked');
  return { customer, owner, payer };
}

/** Deletes the account and makes another under its name. */
async function remade(store: Store, { custid, createdAtMs }: Owner): Promise<Customer> {
  await store.accounts.destroy(custid, null);
  return kept(store, { custid, createdAtMs: createdAtMs + 1 });
}

async function begun(billing: BillingStore, owner: Owner): Promise<number> {
  return (await billing.beginLook(owner)) ?? assert.fail('nobody pays for it');
}

const dueOwners = async (billing: BillingStore, limit: number, nowMs: number) =>
  (await billing.due(limit, nowMs)).map(({ owner }) => owner.custid);

/** What every store of payment promises. `open` gives one that is empty, twice: as two processes see it. */
export function billingStoreContract(engine: string, open: () => Promise<readonly [Store, Store]>): void {
  const promise = (title: string, check: (store: Store, other: Store) => Promise<void>) =>
    test(`${engine}: ${title}`, async () => check(...(await open())));

  promise(
    'who pays is found by the account, in the order of coming, and the account by who pays',
    async (store, other) => {
      const { customer, owner, payer } = await linked(store);
      const second = samplePayer();
      assert.deepEqual(await other.billing.find(customer), { owner, payers: [payer], seen: null });
      for (const again of [second, payer, second]) assert.equal(await other.billing.link(owner, again), 'linked');
      assert.deepEqual(await store.billing.find(owner), { owner, payers: [payer, second], seen: null });
      assert.deepEqual(await other.billing.ownerOf(second), owner);
      assert.equal(await store.billing.ownerOf(samplePayer()), null);
      assert.equal(await store.billing.find(await kept(store)), null);
      assert.deepEqual(await store.accounts.find(owner.custid), customer, 'nothing is paid before the first look');
    },
  );

  promise('a payer is linked to no account that is not there, nor to another of its name', async (store) => {
    const { owner, payer } = await linked(store);
    const newer = await remade(store, owner);
    const stranger = sampleCustomer();
    for (const gone of [owner, stranger]) {
      assert.equal(await store.billing.link(gone, samplePayer()), 'no-account');
      assert.equal(await store.billing.find(gone), null);
      assert.equal(await store.billing.beginLook(gone), null);
    }
    assert.equal(await store.billing.link(owner, payer), 'no-account', 'its own, but it is gone');
    assert.equal(await store.billing.link(newer, payer), 'taken');
    assert.equal(await store.billing.link(stranger, payer), 'taken', 'nothing of the payer is to be cancelled for it');
    assert.equal(await store.billing.find(newer), null);
    assert.deepEqual(await store.billing.ownerOf(payer), owner);
  });

  promise('of accounts that name one payer at once exactly one has it', async (store, other) => {
    const customers = await Promise.all(Array.from({ length: 10 }, () => kept(store)));
    const payer = samplePayer();
    const outcomes = await Promise.all(
      customers.map((customer, at) => (at % 2 ? store : other).billing.link(customer, payer)),
    );
    assert.deepEqual(outcomes.toSorted(), ['linked', ...Array(9).fill('taken')]);
    const winner = customers[outcomes.indexOf('linked')]!;
    assert.deepEqual(await store.billing.ownerOf(payer), ownerOf(winner));
    const found = await Promise.all(customers.map((customer) => store.billing.find(customer)));
    assert.equal(found.filter((one) => one !== null).length, 1);
  });

  promise('looks are numbered upwards, whatever account and process they are for', async (store, other) => {
    const [one, two] = [await linked(store), await linked(store)];
    const first = await begun(store.billing, one.owner);
    const racing = await Promise.all(
      Array.from({ length: 20 }, (_, at) => begun((at % 2 ? store : other).billing, (at % 3 ? one : two).owner)),
    );
    const last = await begun(other.billing, two.owner);
    assert.equal(new Set(racing).size, 20);
    assert.ok(racing.every((look) => first < look && look < last));
  });

  promise('what a look has seen and what is paid for change together, and nothing else does', async (store, other) => {
    const { customer, owner, payer } = await linked(store);
    const seen = sampleSnapshot(payer);
    const look = await begun(store.billing, owner);
    assert.equal(await store.billing.keep(owner, look, ofLook(seen, PAID)), true);
    assert.deepEqual(await other.billing.find(owner), { owner, payers: [payer], seen });
    assert.deepEqual(await other.accounts.find(owner.custid), { ...customer, paid: PAID });
    assert.equal(await store.billing.keep(owner, look, ofLook(seen, PAID)), true, 'once more, its answer was lost');
    const later = await begun(other.billing, owner);
    assert.equal(await other.billing.keep(customer, later, ofLook({ payers: [], subscriptions: [] }, null)), true);
    assert.deepEqual(await store.accounts.find(owner.custid), customer);
  });

  promise('of looks that end in any order, at once too, the one that began last is kept', async (store, other) => {
    const { owner, payer } = await linked(store);
    const looks: number[] = [];
    for (let at = 0; at < 8; at += 1) looks.push(await begun(store.billing, owner));
    const ending = [3, 0, 7, 2, 6, 1, 5, 4];
    await Promise.all(
      ending.map((at) => {
        const paid = { planid: 'identity', untilMs: START_MS + at };
        return (at % 2 ? store : other).billing.keep(owner, looks[at]!, ofLook(sampleSnapshot(payer, at), paid));
      }),
    );
    assert.equal((await store.billing.find(owner))?.seen?.subscriptions[0]?.id, 'sub_7');
    assert.equal((await store.accounts.find(owner.custid))?.paid?.untilMs, START_MS + 7);
    assert.equal(await other.billing.keep(owner, looks[6]!, ofLook(sampleSnapshot(payer, 6), null, START_MS)), false);
    assert.equal((await store.billing.find(owner))?.seen?.subscriptions[0]?.id, 'sub_7');
    assert.equal((await store.accounts.find(owner.custid))?.paid?.untilMs, START_MS + 7);
    assert.deepEqual(await store.billing.due(9, NEXT_MS - 1), [], 'nor is it moved on');
  });

  promise('what was paid for an account is nothing to the next one of its name', async (store, other) => {
    const { owner, payer } = await linked(store);
    const look = await begun(store.billing, owner);
    await store.billing.keep(owner, look, ofLook(sampleSnapshot(payer), PAID));
    const underway = await begun(other.billing, owner);
    const newer = await remade(store, owner);
    assert.equal(await other.billing.keep(owner, underway, ofLook(sampleSnapshot(payer), PAID)), false);
    assert.equal(await other.billing.keep(newer, underway, ofLook(sampleSnapshot(payer), PAID)), false, 'nobody pays');
    assert.deepEqual(await store.accounts.find(owner.custid), newer);
    assert.equal(await store.billing.find(newer), null);
    assert.equal(await store.billing.link(newer, samplePayer()), 'linked');
    assert.equal((await store.billing.find(newer))?.seen, null);
  });

  promise(
    'an account is due as soon as it is linked, then when it was said to be, longest waiting first',
    async (store) => {
      const owners: Owner[] = [];
      for (const nextAtMs of [NEXT_MS + 2, NEXT_MS, NEXT_MS + 1]) {
        const { owner, payer } = await linked(store);
        const due = { owner, payers: [payer], isOrphaned: false };
        assert.deepEqual(await store.billing.due(9, START_MS), [due]);
        await store.billing.keep(
          owner,
          await begun(store.billing, owner),
          ofLook(sampleSnapshot(payer), null, nextAtMs),
        );
        owners.push(owner);
      }
      const [third, first, second] = owners.map(({ custid }) => custid);
      assert.deepEqual(await dueOwners(store.billing, 9, NEXT_MS - 1), []);
      assert.deepEqual(await dueOwners(store.billing, 9, NEXT_MS + 1), [first, second]);
      assert.deepEqual(await dueOwners(store.billing, 2, NEXT_MS + 9), [first, second]);
      assert.deepEqual(await dueOwners(store.billing, 0, NEXT_MS + 9), []);
      await store.billing.putOff(owners[1]!, NEXT_MS + 3);
      assert.deepEqual(await dueOwners(store.billing, 9, NEXT_MS + 9), [second, third, first]);
      await store.billing.hurry(owners[0]!, NEXT_MS);
      await store.billing.hurry(owners[0]!, NEXT_MS + 9);
      assert.deepEqual(await dueOwners(store.billing, 9, NEXT_MS), [third], 'hurrying puts nothing off');
      for (const verb of ['putOff', 'hurry'] as const) await store.billing[verb](await kept(store), START_MS);
      assert.equal((await store.billing.due(9, NEXT_MS + 9)).length, 3, 'no row is made');
    },
  );

  promise('a look that a clock far ahead has put off is due when the clock is right', async (store) => {
    const { owner, payer } = await linked(store);
    await store.billing.putOff(owner, START_MS + 365 * 86_400_000);
    assert.deepEqual(await store.billing.due(9, START_MS), [{ owner, payers: [payer], isOrphaned: false }]);
    assert.deepEqual(await store.billing.due(0, START_MS), []);
    const second = await linked(store);
    assert.deepEqual(await dueOwners(store.billing, 1, START_MS), [second.owner.custid], 'both are not more than one');
  });

  promise('a payer who came while a look was under way leaves the account due', async (store, other) => {
    const { owner, payer } = await linked(store);
    const look = await begun(store.billing, owner);
    await store.billing.putOff(owner, NEXT_MS);
    const second = samplePayer();
    await other.billing.link(owner, second);
    assert.equal(await store.billing.keep(owner, look, ofLook(sampleSnapshot(payer), PAID)), true);
    assert.deepEqual(await store.billing.due(9, START_MS), [{ owner, payers: [payer, second], isOrphaned: false }]);
    await store.billing.keep(owner, await begun(store.billing, owner), ofLook(sampleSnapshot(second), PAID));
    assert.deepEqual(await store.billing.due(9, NEXT_MS - 1), []);
    await other.billing.link(owner, second);
    assert.deepEqual(await store.billing.due(9, NEXT_MS - 1), [], 'one who was there already changes nothing');
  });

  promise('a row outlives its account, as an orphan, until it is forgotten with its payers', async (store, other) => {
    const { owner, payer } = await linked(store);
    await store.billing.keep(owner, await begun(store.billing, owner), ofLook(sampleSnapshot(payer), PAID));
    await other.billing.forget(owner);
    assert.deepEqual((await store.billing.find(owner))?.payers, [payer], 'the account is there');
    const newer = await remade(store, owner);
    assert.deepEqual(await store.billing.due(9, NEXT_MS), [{ owner, payers: [payer], isOrphaned: true }]);
    await store.billing.hurry(owner, START_MS);
    assert.equal((await store.billing.due(9, START_MS)).length, 1);
    await store.billing.putOff(owner, NEXT_MS);
    assert.deepEqual(await store.billing.due(9, NEXT_MS - 1), []);
    await other.billing.forget(newer);
    await Promise.all([store, other].map(({ billing }) => billing.forget(owner)));
    assert.deepEqual([await store.billing.due(9, NEXT_MS), await store.billing.ownerOf(payer)], [[], null]);
    assert.equal(await store.billing.link(newer, payer), 'linked');
  });

  promise(
    'an account is deleted or paid for: whichever is first, nothing is paid for without a row',
    async (store, other) => {
      for (let round = 0; round < 20; round += 1) {
        const customer = await kept(store, { custid: `${engine}-${round}@example.com` as CustId });
        const payer = samplePayer();
        const [outcome] = await Promise.all([
          (round % 2 ? store : other).billing.link(customer, payer),
          store.accounts.destroy(customer.custid, null),
          other.billing.forget(customer),
        ]);
        const owner = await store.billing.ownerOf(payer);
        const orphans = (await other.billing.due(99, 0)).filter(({ payers }) => payers.includes(payer));
        assert.ok(outcome === 'linked' || owner === null);
        assert.deepEqual(
          orphans.map(({ isOrphaned }) => isOrphaned),
          owner === null ? [] : [true],
        );
      }
    },
  );

  promise('one process at a time leads, until its time is over or it gives up', async (store, other) => {
    const untilMs = START_MS + 1000;
    const outcomes = await Promise.all([
      store.billing.takeLead('one', untilMs, START_MS),
      other.billing.takeLead('two', untilMs, START_MS),
    ]);
    assert.deepEqual(outcomes.toSorted(), [false, true]);
    const [leader, waiting] = outcomes[0] ? ['one', 'two'] : ['two', 'one'];
    assert.equal(await other.billing.takeLead(waiting, untilMs + 1, untilMs - 1), false);
    assert.equal(await other.billing.takeLead(leader, untilMs + 1, untilMs - 1), true);
    assert.equal(await store.billing.takeLead(waiting, untilMs + 9, untilMs + 1), true);
    assert.equal(await store.billing.takeLead(waiting, untilMs + 2, untilMs + 2), true, 'given back');
    assert.equal(await other.billing.takeLead(leader, untilMs + 9, untilMs + 2), true);
    assert.equal(await store.domains.takeLead(waiting, untilMs, START_MS), true, 'of another thing');
  });
}
