import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { LoadOutcome, LoadRule, RecordKind, StoreTransfer, TransferRecord } from '../transfer.ts';
import { countRows, dumpRows } from './dump.ts';
import type { Committer } from './group-commit.ts';
import { prepareLoadPassing } from './load-passing.ts';
import { prepareLoadPeople } from './load-people.ts';
import { prepareLoadSecrets } from './load-secrets.ts';
import { read } from './read.ts';

/** In an order in which nothing is taken away that another still refers to. */
const TABLES = [
  ...['billing_payer', 'billing', 'billing_look', 'billing_lead', 'domain_logo', 'domain', 'domain_lead', 'key_lead'],
  ...['reset', 'customer', 'secret', 'metadata', 'session', 'attempt', 'feedback', 'place', 'rate'],
  ...['outbox', 'outbox_total', 'day_tally'],
];

/** Of these there may be millions: what one transaction changes is kept in memory until its end. */
const LARGE = ['secret', 'metadata'] as const;
const ROWS_AT_ONCE = 5_000;

export interface TransferDeps {
  readonly committer: Committer;
  readonly path: string;
  /** Whether the database is marked as filling; asked inside a transaction. */
  readonly isFilling: () => boolean;
}

export function createSqliteTransfer(
  database: DatabaseSync,
  { committer, path, isFilling }: TransferDeps,
): StoreTransfer {
  const loadOne = prepareLoad(database);
  const whileFilling = <Value>(write: () => Value) =>
    committer.commitPast(() => {
      if (!isFilling()) throw new StoreUnavailable('the database is not marked as filling');
      return write();
    });
  return {
    dump: (kinds, nowMs) => dump(path, kinds, nowMs),
    count: async (kinds) => read(() => countRows(database, kinds)),
    load: (records, rule, nowMs) => {
      const loadAll = () => records.map((record) => loadOne(record, rule, nowMs));
      return rule.how === 'copy' ? whileFilling(loadAll) : committer.commit(loadAll);
    },
    erase: async () => {
      for (const table of LARGE) while (await whileFilling(() => eraseSome(database, table)));
      await whileFilling(() => {
        for (const table of TABLES) database.exec(`DELETE FROM ${table}`);
        database.exec('UPDATE tally SET count = 0; UPDATE customer_tally SET customers = 0');
        database.exec("DELETE FROM site WHERE name IN ('key_check', 'banner')");
      });
    },
  };
}

/** Tells whether there may be more. */
function eraseSome(database: DatabaseSync, table: (typeof LARGE)[number]): boolean {
  const some = `SELECT rowid FROM ${table} LIMIT ${ROWS_AT_ONCE}`;
  const { changes } = database.prepare(`DELETE FROM ${table} WHERE rowid IN (${some})`).run();
  return Number(changes) === ROWS_AT_ONCE;
}

/** Over a connection of its own: a read transaction sees one moment of the database, and no writer waits for it. */
async function* dump(path: string, kinds: readonly RecordKind[], nowMs: number): AsyncGenerator<TransferRecord> {
  const reader = read(() => new DatabaseSync(path, { readOnly: true }));
  try {
    read(() => reader.exec('BEGIN'));
    yield* dumpRows(reader, kinds, nowMs);
  } finally {
    reader.close();
  }
}

type LoadOne = (record: TransferRecord, rule: LoadRule, nowMs: number) => LoadOutcome;

function prepareLoad(database: DatabaseSync): LoadOne {
  const load = { ...prepareLoadPeople(database), ...prepareLoadSecrets(database), ...prepareLoadPassing(database) };
  // One for each kind, each taking records of its own kind.
  return (record, rule, nowMs) => (load[record.kind] as LoadOne)(record, rule, nowMs);
}
