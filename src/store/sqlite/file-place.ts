import { statSync } from 'node:fs';
import { StoreUnavailable } from '#src/store-unavailable.ts';

export interface Place {
  /** Null while database, log and index are those that were opened here; else what every write fails with. */
  misplaced(): StoreUnavailable | null;
  /** Another process has made an index of its own, and what is in the log is no longer known here. */
  isTakenOver(): boolean;
}

/**
 * Whether the files that were opened here still are those that others find at its path: asked before each transaction.
 * The system goes on writing into a file that was deleted, moved or replaced, and says nothing; what was kept in it
 * would be gone with the process. By the index of the log (`-shm`) processes know of each other: with two of it they
 * write over each other's log (sqlite.org/walformat.html, 2.3). `resolved` is the path without links: log and index
 * stand there.
 */
export function watchPlace(path: string, resolved: string): Place {
  const [index, log, file] = [watchFile(`${resolved}-shm`), watchFile(`${resolved}-wal`), watchFile(path)];
  return {
    misplaced: () =>
      [file, log, index].every((find) => find() === 'opened')
        ? null
        : new StoreUnavailable('the database file or its log is not where it was opened; hint: restart'),
    isTakenOver: () => index() === 'another',
  };
}

/** What is at that place now, beside what was there when this was called. */
function watchFile(file: string): () => 'opened' | 'another' | 'none' {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'none';
    return found.ino === opened.ino && found.dev === opened.dev ? 'opened' : 'another';
  };
}
