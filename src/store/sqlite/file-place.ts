import { statSync } from 'node:fs';
import { StoreUnavailable } from '#src/store-unavailable.ts';

/**
 * Whether the file that was opened here still is the one that others find at its path, and its log too: asked before each
 * transaction, null while it is. The system goes on writing into a file that was deleted, moved or replaced, and says
 * nothing; what was kept in it would be gone with the process.
 */
export function watchPlace(path: string): () => StoreUnavailable | null {
  const files = [path, `${path}-wal`].map((file) => ({ file, opened: statSync(file) }));
  return () => {
    const isThere = files.every(({ file, opened }) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found?.ino === opened.ino && found.dev === opened.dev;
    });
    return isThere
      ? null
      : new StoreUnavailable('the database file or its log is not where it was opened; hint: restart');
  };
}
