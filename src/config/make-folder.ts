import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that we alone may enter, and the missing ones above it; a folder that exists stays as it is. Throws
 * the system's own error.
 */
export function makeFolder(path: string): void {
  // Step by step: with `recursive`, Node tries for ever below a folder that exists and answers ENOENT, as /proc does.
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else was faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
