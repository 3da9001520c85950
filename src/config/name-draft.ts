import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { link } from 'node:fs/promises';

/** What the system says if the file system has no hard links: exFAT, vfat, many of CIFS and FUSE. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives the finished file `draft` the name `path` in the same folder. Never replaces a file: throws EEXIST then, and
 * any other error of the system. Whoever looks sees all of the file or nothing; only without hard links is the name
 * that of an empty file for a moment. The draft may remain.
 */
export async function nameDraft(draft: string, path: string): Promise<void> {
  try {
    // Unlike a rename, a link never replaces what has taken the name meanwhile.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_LINKS.has(error.code))) throw error;
    takeName(draft, path);
  }
}

/** Synchronous: a signal in between would leave the empty file. */
function takeName(draft: string, path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
