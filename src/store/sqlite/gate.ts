import type { DatabaseSync } from 'node:sqlite';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { closedBy, type Mark, type StoreClosed, type StoreGate } from '../gate.ts';
import type { GroupCommit } from './group-commit.ts';
import { read } from './read.ts';

/** As it stands in the table of the site. An older release does not know it. */
type KeptMark = Mark & { readonly holder?: string; readonly untilMs?: number };

/**
 * What closes the database, if anything does. Asked inside each write transaction: that one is exclusive, so a
 * mark that was laid holds for every transaction after it, of whatever process.
 */
export function prepareGate(database: DatabaseSync, now: () => number) {
  const find = database.prepare("SELECT value FROM site WHERE name = 'mark'");
  const put = database.prepare("INSERT OR REPLACE INTO site (name, value) VALUES ('mark', ?)");
  const drop = database.prepare("DELETE FROM site WHERE name = 'mark'");
  const look = (): KeptMark | null => {
    const row = find.get();
    return row === undefined ? null : JSON.parse(String(row.value));
  };
  const holds = ({ untilMs }: KeptMark) => {
    // A lease is half a minute: one that ends much later was laid by a wrong clock, and nobody could lift it.
    return untilMs === undefined || (untilMs > now() && untilMs <= now() + CLOCK_SKEW_MS);
  };
  const mark = () => {
    const kept = look();
    return kept !== null && holds(kept) ? kept : null;
  };
  return {
    mark,
    lay: (kept: KeptMark) => void put.run(JSON.stringify(kept)),
    lift: () => void drop.run(),
    refusal: (): StoreClosed | null => {
      const kept = look();
      if (kept === null) return null;
      if (holds(kept)) return closedBy(kept);
      // Left there, the mark of a wrong clock would hold once its time comes.
      drop.run();
      return null;
    },
  };
}

/** `commitPast` is not stopped by the mark that this is about. */
export function createSqliteGate(
  { mark, lay, lift }: ReturnType<typeof prepareGate>,
  commitPast: GroupCommit,
  now: () => number,
): StoreGate {
  const isHeld = (holder: string) => {
    const found = mark();
    return found?.kind === 'moving' && found.holder === holder;
  };
  const replace = (isSo: () => boolean, next: () => KeptMark | null) =>
    commitPast(() => {
      if (!isSo()) return false;
      const kept = next();
      if (kept === null) lift();
      else lay(kept);
      return true;
    });
  const moving = (holder: string, leaseMs: number) => (): KeptMark => ({
    kind: 'moving',
    holder,
    untilMs: now() + leaseMs,
  });
  return {
    mark: async () => toMark(read(mark)),
    close: (holder, leaseMs) => replace(() => mark() === null, moving(holder, leaseMs)),
    renew: (holder, leaseMs) => replace(() => isHeld(holder), moving(holder, leaseMs)),
    endMoved: (holder, to, atMs) =>
      replace(
        () => isHeld(holder),
        () => ({ kind: 'moved', to, atMs }),
      ),
    release: async (holder) =>
      void (await replace(
        () => isHeld(holder),
        () => null,
      )),
    fill: () =>
      replace(
        () => [undefined, 'filling'].includes(mark()?.kind),
        () => ({ kind: 'filling' }),
      ),
    open: async () =>
      void (await replace(
        () => mark()?.kind !== 'moving',
        () => null,
      )),
  };
}

/** The mark in a database that has the table of the site; looking changes nothing. */
export function markIn(database: DatabaseSync, now: () => number): Mark | null {
  return toMark(prepareGate(database, now).mark());
}

function toMark(kept: KeptMark | null): Mark | null {
  if (kept === null) return null;
  return kept.kind === 'moved' ? { kind: 'moved', to: kept.to, atMs: kept.atMs } : { kind: kept.kind };
}
