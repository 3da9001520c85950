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
import { createNamesakes, type NamesakeDeps, type Namesakes } from './namesakes.ts';

export interface RestoreDeps extends Omit<NamesakeDeps, 'store'> {
  readonly store: Pick<Store, 'transfer' | 'accounts' | 'billing' | 'gate'>;
  /** Reads the file from its beginning, each time. */
  readonly read: () => AsyncIterable<Buffer>;
  readonly key: StreamKey;
  readonly rule: Extract<LoadRule, { how: 'restore' }>;
  /** Why that record of the backup's site secrets does not go with this site; null where it does. */
  readonly judgeKeyRecord: (keyRecord: string) => Promise<'other-site-secret' | 'other-names' | null>;
  /** Called when nothing is wrong with the file, before anything of it is loaded. */
  readonly beforeLoading: () => Promise<void>;
  /** Another one for each account: sessions and links from before the backup are over. */
  readonly newEpoch: (customer: Customer) => number;
  readonly now: () => number;
}

type LookDeps = Pick<RestoreDeps, 'read' | 'key' | 'judgeKeyRecord'>;

/** What became of the records of each kind. */
export type Restored = Partial<Record<RecordKind, Partial<Record<LoadOutcome, number>>>>;

export interface RestoreFailure {
  readonly kind: UnreadableBackup['kind'] | 'newer-format' | 'other-site-secret' | 'other-names' | 'closed';
}

const BATCH = 500;

/**
 * Reads the whole file before the first write, so that whatever is wrong with it changes nothing, and then
 * once more. Each record is a step of its own: one that was broken off may be done again.
 */
export function restore(deps: RestoreDeps): Promise<Result<Restored, RestoreFailure>> {
  return readable(async () => {
    const looked = await lookThrough(deps);
    if (!looked.ok) return looked;
    if ((await deps.store.gate.mark()) !== null) return fail({ kind: 'closed' });
    await deps.beforeLoading();
    return ok(await load(deps, looked.value));
  });
}

/** What is wrong with a backup, for a store that there is not yet: opening it would make it. null where nothing is. */
export async function whatIsWrong(given: LookDeps): Promise<RestoreFailure | null> {
  const looked = await readable(() => lookThrough(given));
  return looked.ok ? null : looked.failure;
}

async function readable<Value>(
  work: () => Promise<Result<Value, RestoreFailure>>,
): Promise<Result<Value, RestoreFailure>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableBackup) return fail({ kind: error.kind });
    throw error;
  }
}

/** Ids of secrets that ended while the backup was made: they may be in it alive. */
type Ended = ReadonlySet<string>;

async function lookThrough({ read, key, judgeKeyRecord }: LookDeps): Promise<Result<Ended, RestoreFailure>> {
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
      if (value.kind !== 'site' || value.keyRecord === null) continue;
      const refusal = await judgeKeyRecord(value.keyRecord);
      if (refusal !== null) return fail({ kind: refusal });
    }
  }
  return head === null || records !== announced ? fail({ kind: 'damaged' }) : ok(ended);
}

async function load(deps: RestoreDeps, ended: Ended): Promise<Restored> {
  const restored: Restored = {};
  const namesakes = createNamesakes(deps);
  let batch: TransferRecord[] = [];
  const flush = async () => {
    if (deps.rule.isReplacing) await namesakes.giveWay(batch);
    const outcomes = await deps.store.transfer.load(batch, deps.rule, deps.now());
    await namesakes.finishGivingWay();
    for (const [index, outcome] of outcomes.entries()) note(restored, (batch[index] as TransferRecord).kind, outcome);
    await namesakes.noteKept(batch.filter((_, index) => outcomes[index] === 'kept'));
    await lookAnew(
      deps,
      batch.filter((_, index) => outcomes[index] === 'replaced'),
    );
    batch = [];
  };
  for await (const line of openLines(deps.read(), deps.key)) {
    const value = fromLine(line);
    if ('format' in value || 'records' in value) continue;
    // Accounts stand before what is theirs, which asks what has become of them.
    if (value.kind !== 'customer' && batch.at(-1)?.kind === 'customer') await flush();
    const record = await prepare(value, deps, ended, namesakes);
    if (record !== null) batch.push(record);
    else if (value.kind === 'domain') note(restored, 'domain', 'over');
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return restored;
}

/** If an account was first paid for since the backup, its restored row does not say so: it is looked at anew. */
async function lookAnew({ store, now }: RestoreDeps, replaced: readonly TransferRecord[]): Promise<void> {
  const customers = replaced.flatMap((record) => (record.kind === 'customer' ? [record.customer] : []));
  await Promise.all(customers.map((customer) => store.billing.hurry(customer, now())));
}

/** The record as it is to be loaded; null for one that is not. */
async function prepare(
  record: TransferRecord,
  { store, newEpoch, now }: RestoreDeps,
  ended: Ended,
  namesakes: Namesakes,
): Promise<TransferRecord | null> {
  switch (record.kind) {
    case 'customer':
      return { ...record, customer: { ...record.customer, epoch: newEpoch(record.customer) } };
    case 'billing': {
      const customer = await store.accounts.find(record.owner.custid);
      // Not without its account: what is paid would be cancelled. Due at once: what the backup has seen may be old.
      return customer?.createdAtMs === record.owner.createdAtMs ? { ...record, nextLookAtMs: 0 } : null;
    }
    case 'domain':
      // As nobody's it would keep its name from everybody.
      return namesakes.isGone(record.domain.ownerTag) ? null : { ...record, nextLookAtMs: now() };
    case 'secret': {
      if (ended.has(record.id) && record.life === 'live') return null;
      // Secrets of a deleted account wait on as nobody's.
      return namesakes.isGone(record.ownerTag) ? { ...record, ownerTag: null, ownerCopy: null } : record;
    }
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
