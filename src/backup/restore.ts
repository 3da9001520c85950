import type { StreamKey } from '#src/crypto/sealed-stream.ts';
import type { Customer } from '#src/features/accounts/customer.ts';
import { fail, ok, type Result } from '#src/result.ts';
import type { Store } from '#src/store/store.ts';
import {
  ALL_KINDS,
  type LoadOutcome,
  type LoadRule,
  type RecordKind,
  type TransferRecord,
} from '#src/store/transfer.ts';
import { type BackupHead, fromLine, isReadable } from './codec.ts';
import { openLines, UnreadableBackup } from './container.ts';

export interface RestoreDeps {
  readonly store: Pick<Store, 'transfer' | 'accounts' | 'gate'>;
  /** Reads the file from its beginning, each time. */
  readonly read: () => AsyncIterable<Buffer>;
  readonly key: StreamKey;
  readonly rule: Extract<LoadRule, { how: 'restore' }>;
  /** Whether the site secrets of this site open what was sealed under the one that this is the record of. */
  readonly isOwnKeyRecord: (keyRecord: string) => Promise<boolean>;
  /** Another one for each account: sessions and links from before the backup are over. */
  readonly newEpoch: (customer: Customer) => number;
  readonly now: () => number;
}

/** What became of the records of each kind. */
export type Restored = Partial<Record<RecordKind, Partial<Record<LoadOutcome, number>>>>;

export interface RestoreFailure {
  readonly kind: UnreadableBackup['kind'] | 'newer-format' | 'other-site-secret' | 'closed';
}

const BATCH = 500;

/**
 * Reads the whole file before the first write, so that whatever is wrong with it changes nothing, and then
 * once more. Each record is a step of its own: one that was broken off may be done again.
 */
export async function restore(deps: RestoreDeps): Promise<Result<Restored, RestoreFailure>> {
  try {
    const looked = await lookThrough(deps);
    if (!looked.ok) return looked;
    if ((await deps.store.gate.mark()) !== null) return fail({ kind: 'closed' });
    return ok(await load(deps, looked.value));
  } catch (error) {
    if (error instanceof UnreadableBackup) return fail({ kind: error.kind });
    throw error;
  }
}

/** Ids of secrets that ended while the backup was made: they may be in it alive. */
type Ended = ReadonlySet<string>;

async function lookThrough({ read, key, isOwnKeyRecord }: RestoreDeps): Promise<Result<Ended, RestoreFailure>> {
  const ended = new Set<string>();
  let [records, announced] = [0, -1];
  let head: BackupHead | null = null;
  for await (const line of openLines(read(), key)) {
    const value = fromLine(line);
    if ('format' in value) {
      head = value;
      if (!isReadable(value)) return fail({ kind: 'newer-format' });
    } else if ('records' in value) announced = value.records;
    else {
      records += 1;
      if (value.kind === 'end') ended.add(value.id);
      if (value.kind === 'site' && value.keyRecord !== null && !(await isOwnKeyRecord(value.keyRecord))) {
        return fail({ kind: 'other-site-secret' });
      }
    }
  }
  return head === null || records !== announced ? fail({ kind: 'damaged' }) : ok(ended);
}

async function load(deps: RestoreDeps, ended: Ended): Promise<Restored> {
  const restored: Restored = {};
  let batch: TransferRecord[] = [];
  const flush = async () => {
    const outcomes = await deps.store.transfer.load(batch, deps.rule, deps.now());
    for (const [index, outcome] of outcomes.entries()) note(restored, (batch[index] as TransferRecord).kind, outcome);
    batch = [];
  };
  for await (const line of openLines(deps.read(), deps.key)) {
    const value = fromLine(line);
    if ('format' in value || 'records' in value) continue;
    const record = await prepare(value, deps, ended, flush);
    if (record !== null) batch.push(record);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return restored;
}

/** The record as it is to be loaded; null for one that is not. */
async function prepare(
  record: TransferRecord,
  { store, newEpoch, now }: RestoreDeps,
  ended: Ended,
  flush: () => Promise<void>,
): Promise<TransferRecord | null> {
  switch (record.kind) {
    case 'customer':
      return { ...record, customer: { ...record.customer, epoch: newEpoch(record.customer) } };
    case 'billing': {
      // Accounts stand before this in the file, and may wait in the batch.
      await flush();
      const customer = await store.accounts.find(record.owner.custid);
      // Without its account what is paid would be cancelled. What the backup has seen of it may be long ago.
      return customer?.createdAtMs === record.owner.createdAtMs ? { ...record, nextLookAtMs: 0 } : null;
    }
    case 'domain':
      return { ...record, nextLookAtMs: now() };
    case 'secret':
      return ended.has(record.id) && record.life === 'live' ? null : record;
    default:
      // What a newer minor may have added.
      return ALL_KINDS.includes(record.kind) ? record : null;
  }
}

function note(restored: Restored, kind: RecordKind, outcome: LoadOutcome): void {
  const counts = restored[kind] ?? {};
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  restored[kind] = counts;
}
