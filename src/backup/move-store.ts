import { fail, ok, type Result } from '#src/result.ts';
import type { Mark } from '#src/store/gate.ts';
import type { Store } from '#src/store/store.ts';
import { ALL_KINDS, type RecordKind, type TransferRecord } from '#src/store/transfer.ts';

export interface MoveDeps {
  readonly from: Store;
  readonly to: Store;
  /** How the old store will name the new one, without a password. */
  readonly toShown: string;
  /** Of this move; nobody else's. */
  readonly holder: string;
  readonly now: () => number;
  /** From now on nobody writes into the old one. */
  readonly onClosed: () => void;
  /** All is in the new one: whatever comes now, the old one stays closed. */
  readonly onMoved: () => void;
  readonly onProgress: (done: number, of: number) => void;
}

export interface MoveFailure {
  readonly kind: /** The old store has been moved before, is being moved, or a move into it was not finished. */
    | `from-${Mark['kind']}`
    | 'to-closed'
    | 'to-not-empty'
    /** The lease was not renewed in time: others may have written. */
    | 'lost-lease';
}

export interface Moved {
  readonly records: number;
}

const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 5_000;
const BATCH = 500;
const ASK_AGAIN_MS = 100;
const MOST_ASKS = 20;

/** An `end` tells what changed while a dump ran: here nothing does. */
const KINDS: readonly RecordKind[] = ALL_KINDS.filter((kind) => kind !== 'end');
/** What even a store that nobody has used may hold. */
const EMPTY_KINDS: readonly RecordKind[] = KINDS.filter((kind) => !['site', 'look', 'tally'].includes(kind));

/**
 * Moves all of a store into an empty one: closes the old one to writes, copies, and leaves it marked as moved.
 * Whatever goes wrong before all is there, the old one goes on as it was, and the new one can be filled again from the
 * beginning.
 */
export async function moveStore(deps: MoveDeps): Promise<Result<Moved, MoveFailure>> {
  const { from, to, holder } = deps;
  const mark = await from.gate.mark();
  if (mark?.kind === 'moved') return finish(deps, mark.to);
  if (mark !== null) return fail({ kind: `from-${mark.kind}` });
  const fit = await judgeTarget(to);
  if (!fit.ok) return fit;
  // First of all: of several that move the same store one alone gets to touch the new one.
  if (!(await from.gate.close(holder, LEASE_MS))) return fail({ kind: 'from-moving' });
  deps.onClosed();
  const lease = keepLease(deps);
  let isMoved = false;
  try {
    await untilBack(to);
    const ready = await prepareTarget(deps, lease);
    if (!ready.ok) return ready;
    const records = await copy(deps, lease);
    isMoved = records !== null && (await endMoved(deps));
    if (!isMoved || records === null) return fail({ kind: 'lost-lease' });
    await openNew(deps);
    return ok({ records });
  } finally {
    lease.end();
    if (!isMoved) await from.gate.release(holder);
  }
}

/** If the answer was lost, or a replica was waited for in vain, the mark says whether it is done all the same. */
async function endMoved({ from, holder, toShown, now }: MoveDeps): Promise<boolean> {
  try {
    return await from.gate.endMoved(holder, toShown, now());
  } catch (error) {
    if ((await from.gate.mark())?.kind !== 'moved') throw error;
    return true;
  }
}

/** A move that has lost its lease touches nothing more: others may have written, and may be filling the new store. */
interface Lease {
  isLost(): boolean;
  /** Asks the store now: much may have come in between. */
  holds(): Promise<boolean>;
  end(): void;
}

/** Renews the lease again and again, however long the move takes: to count a large Redis alone takes minutes. */
function keepLease({ from, holder }: MoveDeps): Lease {
  let isLost = false;
  const holds = async () => {
    const isOurs = await from.gate.renew(holder, LEASE_MS);
    if (!isOurs) isLost = true;
    return !isLost;
  };
  // A renewal that has failed is tried again; the lease is lost if that comes too late.
  const renewing = setInterval(() => void holds().catch(() => {}), RENEW_EVERY_MS);
  return { isLost: () => isLost, holds, end: () => clearInterval(renewing) };
}

/** All is there; the move was broken off before the new store was opened. */
async function finish(deps: MoveDeps, movedTo: string): Promise<Result<Moved, MoveFailure>> {
  const { from, to, toShown } = deps;
  if (movedTo !== toShown || (await to.gate.mark())?.kind !== 'filling') return fail({ kind: 'from-moved' });
  await openNew(deps);
  return ok({ records: await from.transfer.count(KINDS) });
}

async function openNew({ to, onMoved }: MoveDeps): Promise<void> {
  onMoved();
  try {
    await to.gate.open();
  } catch (error) {
    // As with the old one: its answer alone may have been lost.
    if ((await to.gate.mark()) !== null) throw error;
  }
}

/** Whether it may be filled: it is empty, or only a move has filled it in part. Changes nothing. */
async function judgeTarget(to: Store): Promise<Result<Mark | null, MoveFailure>> {
  const mark = await to.gate.mark();
  if (mark !== null && mark.kind !== 'filling') return fail({ kind: 'to-closed' });
  return mark === null && !(await isEmpty(to)) ? fail({ kind: 'to-not-empty' }) : ok(mark);
}

/** One Redis may keep both; then closing the old one has broken off our connection to the new one. */
async function untilBack({ site }: Store): Promise<void> {
  for (let asks = 1; ; asks += 1) {
    try {
      return await site.ping();
    } catch (error) {
      if (asks === MOST_ASKS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Marked as filling, and with nothing in it. */
async function prepareTarget({ to }: MoveDeps, lease: Lease): Promise<Result<null, MoveFailure>> {
  const fit = await judgeTarget(to);
  if (!fit.ok) return fit;
  if (!(await to.gate.fill())) return fail({ kind: 'to-closed' });
  // Looked at again: a server may have run on it until now.
  if (fit.value === null && !(await isEmpty(to))) {
    await to.gate.open();
    return fail({ kind: 'to-not-empty' });
  }
  await to.transfer.erase();
  return (await lease.holds()) ? ok(null) : fail({ kind: 'lost-lease' });
}

async function isEmpty(store: Store): Promise<boolean> {
  for await (const _ of store.transfer.dump(EMPTY_KINDS, 0)) return false;
  return true;
}

/** How many records that were; null where the lease was lost. */
async function copy({ from, to, now, onProgress }: MoveDeps, lease: Lease): Promise<number | null> {
  const of = await from.transfer.count(KINDS);
  let done = 0;
  let batch: TransferRecord[] = [];
  const flush = async () => {
    if (lease.isLost()) return false;
    await to.transfer.load(batch, { how: 'copy' }, now());
    done += batch.length;
    batch = [];
    onProgress(done, Math.max(of, done));
    return true;
  };
  onProgress(0, of);
  for await (const record of from.transfer.dump(KINDS, now())) {
    batch.push(record);
    if (batch.length === BATCH && !(await flush())) return null;
  }
  return (await flush()) ? done : null;
}
