import type { Disk } from './disk.ts';
import type { RowName } from './disk-work.ts';

/** Runs a step of the store once it need not wait for the disk to find these rows. */
export type ReadAhead = <Value>(names: readonly RowName[], step: () => Promise<Value>) => Promise<Value>;

export interface ReadAheadOptions {
  readonly disk: Pick<Disk, 'find'>;
  /** Asked at each step; what the machine keeps in memory is left alone. */
  readonly areCold: () => boolean;
}

/** Names that go to a thread together: a create has two. */
const SHARE = 4;

/** Names to remember, at most twice over: their pages, two each or 64 MB, are still in the machine's memory. */
const LATELY = 4_000;

/**
 * Names are random, so with millions of rows hardly two steps touch the same page of an index; and a page that comes
 * from the disk holds up everybody if the event loop waits for it. So threads read what is asked for in one turn, while
 * the other steps of that turn are being prepared; then all go on together, and find the pages in the machine's memory.
 * A step whose names were asked about lately goes on at once.
 */
export function createReadAhead({ disk, areCold }: ReadAheadOptions): ReadAhead {
  const isKnown = rememberLately(LATELY);
  let wanted: RowName[] = [];
  let finds: Promise<void>[] = [];
  let found: Promise<unknown> | null = null;

  function send(): void {
    // Where a page cannot be read, whoever reads it next meets the same, and says so.
    finds.push(disk.find(wanted).catch(() => {}));
    wanted = [];
  }

  async function findAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (wanted.length > 0) send();
    const ofThisTurn = finds;
    [finds, found] = [[], null];
    await Promise.all(ofThisTurn);
  }

  return async (names, step) => {
    if (!areCold()) return step();
    const strange = names.filter(([, id]) => !isKnown(id));
    if (strange.length === 0) return step();
    wanted.push(...strange);
    if (wanted.length >= SHARE) send();
    found ??= findAll();
    await found;
    return step();
  };
}

/** Whether a name was asked about lately: remembers at least the last `count` names, and at most twice as many. */
function rememberLately(count: number): (name: string) => boolean {
  let [young, old] = [new Set<string>(), new Set<string>()];
  return (name) => {
    const isKnown = young.has(name) || old.has(name);
    young.add(name);
    if (young.size >= count) [young, old] = [new Set(), young];
    return isKnown;
  };
}

/** Where nothing is read ahead. */
export const atOnce: ReadAhead = (_, step) => step();
