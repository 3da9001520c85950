import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { link } from 'node:fs/promises';

/** What systems say whose file system has no second names for a file: exFAT, vfat, many of CIFS and FUSE. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives the finished file `draft` the name `path`, in the same folder, and never takes the place of a file that is there: EEXIST is thrown
 * then, as is any other error of the system. Whoever looks sees all of it or nothing, except where there are no links:
 * there the name is that of an empty file for a moment. The draft may remain.
 */
export async function nameDraft(draft: string, path: string): Promise<void> {
  try {
    // Unlike a rename, a link never replaces what has come there meanwhile.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_LINKS.has(error.code))) throw error;
    takeName(draft, path);
  }
}

/** At one go: a signal in between would leave the empty file. */
function takeName(draft: string, path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
