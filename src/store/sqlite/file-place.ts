import { statSync } from 'node:fs';
import { StoreUnavailable } from '#src/store-unavailable.ts';

/**
 * Whether the file that was opened here still is the one that others find at its path: asked before each transaction,
 * null while it is. The system goes on writing into a file that was deleted, moved or replaced, and says nothing;
 * what was kept in it would be gone with the process.
 */
export function watchPlace(path: string): () => StoreUnavailable | null {
  const opened = statSync(path);
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    const isThere = found?.ino === opened.ino && found.dev === opened.dev;
    return isThere ? null : new StoreUnavailable('the database file is not where it was opened; hint: restart');
  };
}
