import type { LoadOutcome, LoadRule, TransferRecord } from '../transfer.ts';
import type { RedisConnection } from './connection.ts';
import { createLoadPassing } from './load-passing.ts';
import { createLoadPeople } from './load-people.ts';
import { createLoadSecrets } from './load-secrets.ts';

export type LoadOne = (record: TransferRecord, rule: LoadRule, nowMs: number) => Promise<LoadOutcome>;

/** Kinds that refer to others, which have to be there first. */
const REFERRING: ReadonlySet<string> = new Set(['reset', 'billing', 'end', 'tally']);

/** A batch in parts: the records of a part can be loaded together, the parts one after the other. */
export function partsOf(records: readonly TransferRecord[]): readonly (readonly TransferRecord[])[] {
  const parts: TransferRecord[][] = [];
  let previous: TransferRecord | undefined;
  for (const record of records) {
    const isFirst = previous === undefined || (REFERRING.has(record.kind) && record.kind !== previous.kind);
    if (isFirst) parts.push([record]);
    else parts.at(-1)?.push(record);
    previous = record;
  }
  return parts;
}

/** Each record is one script, and what is derived of it comes behind. */
export function createLoad(redis: RedisConnection): LoadOne {
  const load = { ...createLoadPeople(redis), ...createLoadSecrets(redis), ...createLoadPassing(redis) };
  // One for each kind, each taking records of its own kind.
  return (record, rule, nowMs) => (load[record.kind] as LoadOne)(record, rule, nowMs);
}
