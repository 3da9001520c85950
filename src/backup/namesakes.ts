import type { Customer, Owner } from '#src/features/accounts/customer.ts';
import type { Store } from '#src/store/store.ts';
import type { TransferRecord } from '#src/store/transfer.ts';

export interface NamesakeDeps {
  readonly store: Pick<Store, 'accounts'>;
  /** How rows name an owner (`ownerTags` in compose/secrets.ts). */
  readonly tagOf: (owner: Owner) => string;
  /** What goes with an account that gives way to another one of its address. */
  readonly depart: (owner: Owner) => Promise<void>;
}

/**
 * Accounts of one address that were made at different times: one was deleted, and somebody signed up again. A store
 * has room for one of them, and what belongs to the other would be out of everybody's reach.
 */
export interface Namesakes {
  /** Before these replace what is there: what belongs to a namesake goes with it. */
  giveWay(records: readonly TransferRecord[]): Promise<void>;
  /** After they have: what came to a namesake in the meantime goes too. */
  finishGivingWay(): Promise<void>;
  /** After a load that keeps what is there: notes which of these accounts have not come back. */
  noteKept(records: readonly TransferRecord[]): Promise<void>;
  /** Whether this names the owner of an account that has not come back. */
  isGone(ownerTag: string | null): boolean;
}

export function createNamesakes({ store, tagOf, depart }: NamesakeDeps): Namesakes {
  const gone = new Set<string | null>();
  let leaving: readonly Customer[] = [];
  const departAll = async () => {
    for (const customer of leaving) await depart(customer);
  };
  const besideThere = async (records: readonly TransferRecord[]) => {
    const customers = records.flatMap((record) => (record.kind === 'customer' ? [record.customer] : []));
    const found = await Promise.all(customers.map(({ custid }) => store.accounts.find(custid)));
    return customers.map((customer, index) => ({ customer, there: found[index] ?? null }));
  };
  return {
    giveWay: async (records) => {
      const found = await besideThere(records);
      leaving = found.flatMap(({ customer, there }) => (there === null || isSame(there, customer) ? [] : [there]));
      await departAll();
    },
    finishGivingWay: departAll,
    noteKept: async (records) => {
      for (const { customer, there } of await besideThere(records)) {
        if (there === null || !isSame(there, customer)) gone.add(tagOf(customer));
      }
    },
    isGone: (ownerTag) => gone.has(ownerTag),
  };
}

function isSame(one: Customer, other: Customer): boolean {
  return one.createdAtMs === other.createdAtMs;
}
