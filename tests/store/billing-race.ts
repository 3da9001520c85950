import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { CustId, Owner } from '#src/features/accounts/customer.ts';
import type { PaidTerm } from '#src/features/billing/billing.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from './account-sample.ts';
import {
  ASKED_TIMES,
  applyStep,
  type BillingModel,
  DUE_TIMES,
  EMPTY_MODEL,
  expectedView,
  type Step,
  type View,
} from './billing-model.ts';
import { sampleSnapshot } from './billing-sample.ts';
import { START_MS } from './sealed-sample.ts';

const VERBS = ['link', 'link', 'look', 'look', 'keep', 'keep', 'keep', 'make', 'destroy', 'forget', 'putOff', 'hurry'];
const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom(...(VERBS as Step['verb'][])),
  name: fc.constantFrom(0, 0, 1),
  age: fc.constantFrom(0, 0, 1),
  number: fc.nat(11),
});
/** Rounds, one after the other; what is in one of them happens at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 });
/** So that there is something to race about. */
const FIRST: readonly Step[] = [0, 1].map((name) => ({ verb: 'make', name, age: 0, number: 0 }));

/** Lets random steps race, and finds an order that explains what each was told and what is to be seen after each round. */
export async function raceBilling(stores: readonly [Store, Store], numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(rounds, async (race) => {
      const site = createSite(stores);
      let models: readonly BillingModel[] = [EMPTY_MODEL];
      for (const round of [FIRST, ...race]) {
        const looks = [...site.looks];
        const told = await Promise.all(round.map((one, at) => site.run(one, at, looks)));
        const seen = JSON.stringify(await site.view());
        const explained = models.flatMap((model) => explain(model, round, told, looks));
        models = unique(explained.filter((model) => JSON.stringify(expectedView(model)) === seen));
        assert.ok(models.length > 0, `no order explains ${JSON.stringify({ round, told, seen, looks })}`);
      }
      await site.clear();
    }),
    { numRuns },
  );
}

/** Every state that agrees with what was told, by whatever order. */
function explain(
  model: BillingModel,
  round: readonly Step[],
  told: readonly string[],
  looks: readonly number[],
): BillingModel[] {
  if (round.length === 0) return [model];
  return round.flatMap((one, at) => {
    const [next, outcome] = applyStep(model, one, { told: told[at]!, looks });
    return outcome === told[at] ? explain(next, round.toSpliced(at, 1), told.toSpliced(at, 1), looks) : [];
  });
}

function unique(models: readonly BillingModel[]): BillingModel[] {
  return [...new Map(models.map((model) => [JSON.stringify(model), model])).values()];
}

/** Two names and three payers of their own, and both stores, on which steps are done in turn. */
function createSite(stores: readonly [Store, Store]) {
  const [{ accounts, billing }] = stores;
  const mark = randomBytes(6).toString('hex');
  const custidOf = (name: number) => `${name}-${mark}@example.com` as CustId;
  const ownerOf = (name: number, age: number): Owner => ({ custid: custidOf(name), createdAtMs: START_MS + age });
  const owners = [0, 1].flatMap((name) => [0, 1].map((age) => ownerOf(name, age)));
  const payerOf = (number: number) => `cus_${mark}_${number}`;
  const shortOwner = ({ custid, createdAtMs }: Owner) => `${custid.slice(0, 1)}/${createdAtMs - START_MS}`;
  const shortPayers = (payers: readonly string[]) => payers.map((payer) => Number(payer.split('_')[2]));
  const looks: number[] = [];

  async function run({ verb, name, age, number }: Step, at: number, begun: readonly number[]): Promise<string> {
    const store = stores[at % 2]!;
    const owner = ownerOf(name, age);
    const dueAtMs = DUE_TIMES[number % DUE_TIMES.length]!;
    switch (verb) {
      case 'link':
        return store.billing.link(owner, payerOf(number % 3));
      case 'look': {
        const look = await store.billing.beginLook(owner);
        if (look !== null) looks.push(look);
        return String(look);
      }
      case 'keep': {
        const paid: PaidTerm | null = number % 3 === 0 ? null : { planid: 'identity', untilMs: number };
        const look = begun[number % begun.length] ?? 0;
        return String(
          await store.billing.keep(owner, look, { seen: sampleSnapshot('cus', number), paid, nextLookAtMs: dueAtMs }),
        );
      }
      case 'make':
        return String(await store.accounts.create(sampleCustomer(owner)));
      case 'destroy':
        return String(await store.accounts.destroy(owner.custid, null));
      case 'forget':
        return String(await store.billing.forget(owner));
      default:
        return String(await store.billing[verb](owner, dueAtMs));
    }
  }

  async function view(): Promise<View> {
    const customers = await Promise.all([0, 1].map((name) => accounts.find(custidOf(name))));
    const rows = await Promise.all(owners.map((owner) => billing.find(owner)));
    const payers = await Promise.all([0, 1, 2].map((number) => billing.ownerOf(payerOf(number))));
    const due = await Promise.all(ASKED_TIMES.map((nowMs) => billing.due(1000, nowMs)));
    return {
      accounts: customers.map(
        (found) => found && { age: found.createdAtMs - START_MS, paid: found.paid?.untilMs ?? null },
      ),
      rows: rows.map((row) => row && { payers: shortPayers(row.payers), seen: row.seen?.subscriptions[0]?.id ?? null }),
      ownerOf: payers.map((owner) => owner && shortOwner(owner)),
      due: due.map((list) =>
        list
          .filter(({ owner }) => owner.custid.includes(mark))
          .map(({ owner, isOrphaned, ...row }) => ({
            ...{ owner: shortOwner(owner), payers: shortPayers(row.payers), isOrphaned },
          })),
      ),
    };
  }

  async function clear(): Promise<void> {
    for (const { custid } of owners) await accounts.destroy(custid, null);
    for (const owner of owners) await billing.forget(owner);
  }

  return { looks, run, view, clear };
}
