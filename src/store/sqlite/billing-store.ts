import type { DatabaseSync } from 'node:sqlite';
import type { Owner } from '#src/features/accounts/customer.ts';
import type { PayerId } from '#src/features/billing/billing.ts';
import type { BillingStore, LinkOutcome } from '#src/features/billing/billing-store.ts';
import { prepareBillingStatements, toBilling, toDueBilling, toOwner } from './billing-rows.ts';
import type { GroupCommit } from './group-commit.ts';
import { createTakeLead } from './lead.ts';
import { read } from './read.ts';

type Statements = ReturnType<typeof prepareBillingStatements>;

/**
 * Payment in one SQLite file. Every write goes through `commit`: a write transaction is exclusive, so an
 * account that a verb has seen is still the same when it writes, also between processes.
 */
export function createSqliteBillingStore(database: DatabaseSync, commit: GroupCommit): BillingStore {
  const statements = prepareBillingStatements(database);
  return {
    link: (owner, payer) => commit(() => link(statements, owner, payer)),
    ownerOf: async (payer) => {
      const row = read(() => statements.ownerOf.get(payer));
      return row === undefined ? null : toOwner(row);
    },
    find: async (owner) => {
      const row = read(() => statements.find.get(...keyOf(owner)));
      return row === undefined ? null : toBilling(row);
    },
    beginLook: (owner) =>
      commit(() => (statements.find.get(...keyOf(owner)) === undefined ? null : nextLook(statements))),
    keep: (owner, look, { seen, paid, nextLookAtMs }) =>
      commit(() => {
        const { changes } = statements.keep.run(...keyOf(owner), look, JSON.stringify(seen), nextLookAtMs);
        if (changes === 0) return false;
        statements.setPaid.run(...keyOf(owner), paid?.planid ?? null, paid?.untilMs ?? null);
        return true;
      }),
    due: async (limit, nowMs) => read(() => statements.due.all(nowMs, limit)).map(toDueBilling),
    putOff: (owner, nextLookAtMs) => commit(() => void statements.putOff.run(...keyOf(owner), nextLookAtMs)),
    forget: (owner) => commit(() => void statements.forget.run(...keyOf(owner))),
    hurry: (owner, nowMs) => commit(() => void statements.hurry.run(...keyOf(owner), nowMs)),
    takeLead: createTakeLead(database, commit, 'billing_lead'),
  };
}

function link(statements: Statements, owner: Owner, payer: PayerId): LinkOutcome {
  const key = keyOf(owner);
  const found = statements.ownerOf.get(payer);
  if (found !== undefined && !isSame(toOwner(found), owner)) return 'taken';
  if (statements.findCustomer.get(...key) === undefined) return 'no-account';
  if (found !== undefined) return 'linked';
  statements.beDue.run(...key);
  statements.addPayer.run(...key, payer, nextLook(statements));
  return 'linked';
}

function nextLook({ nextLook }: Statements): number {
  return Number(nextLook.get()?.last);
}

function keyOf({ custid, createdAtMs }: Owner): [string, number] {
  return [custid, createdAtMs];
}

function isSame(one: Owner, other: Owner): boolean {
  return one.custid === other.custid && one.createdAtMs === other.createdAtMs;
}
