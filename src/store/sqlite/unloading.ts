import type { Disk } from './disk.ts';
import type { Committer } from './group-commit.ts';

/** About 60 MB of log, as visitors write. */
const WRITES = 4_000;
/** The same. */
const PAGES = 15_000;

/** Moves the log into the database while visitors are served. */
export interface Unloading {
  /** Told how many writes a transaction had: after so many it moves what is there. */
  note(writes: number): void;
  /** Moves what is there if that is much, however few writes it was: a step of the sweep is one. */
  noteLength(): void;
  /** Resolves when nothing is being moved. */
  untilMoved(): Promise<void>;
  /** Moves all of it and empties it, so that old contents do not linger there. */
  empty(): Promise<void>;
}

export interface UnloadingDeps {
  readonly disk: Pick<Disk, 'checkpoint' | 'settle'>;
  readonly alone: Committer['alone'];
  /** Pages in the log, moved or not. */
  readonly pagesInLog: () => number;
}

/**
 * SQLite begins its log anew only when all of it has been moved, and while visitors write there is always something
 * left. So most of it is moved while they are served, then what has come meanwhile, and the rest while they wait, for a
 * few milliseconds. What was moved is brought to the disk while they are served, too: SQLite would do so in the last
 * step, and they would wait for all of it. A long read (a backup) or a write of another process keeps back some
 * of the log; the next time tries again.
 */
export function createUnloading({ disk, alone, pagesInLog }: UnloadingDeps): Unloading {
  let written = 0;
  let triedAtPages = 0;
  let underWay: Promise<void> | null = null;

  async function move(): Promise<void> {
    await disk.checkpoint('PASSIVE');
    await disk.settle();
  }

  async function unload(last: 'RESTART' | 'TRUNCATE'): Promise<void> {
    written = 0;
    await move();
    await move();
    await alone(() => disk.checkpoint(last));
  }

  function unloadOnce(last: 'RESTART' | 'TRUNCATE'): Promise<void> {
    underWay ??= unload(last).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  /** The sweep tries again soon, and says why it cannot. */
  function begin(): void {
    unloadOnce('RESTART').catch(() => {});
  }

  async function untilMoved(): Promise<void> {
    await underWay?.catch(() => {});
  }

  return {
    note: (writes) => {
      written += writes;
      if (written >= WRITES) begin();
    },
    noteLength: () => {
      const pages = pagesInLog();
      if (pages < triedAtPages) triedAtPages = 0;
      if (pages - triedAtPages < PAGES) return;
      triedAtPages = pages;
      begin();
    },
    untilMoved,
    empty: async () => {
      await untilMoved();
      await unloadOnce('TRUNCATE');
    },
  };
}
