import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that we alone may enter, and those above it that there are not; one that is there stays as it is.
 * Throws the system's own error.
 */
export function makeFolder(path: string): void {
  // Step by step: with `recursive`, Node never comes to an end where a folder that is there answers ENOENT, as /proc does.
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
