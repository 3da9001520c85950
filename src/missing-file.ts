import { fileURLToPath } from 'node:url';

/** A file that came with the software is not there, or cannot be read. `path` goes from the root of the installation. */
export class MissingFile extends Error {
  readonly path: string;

  constructor(path: string, cause?: unknown) {
    super(`${path} is missing or cannot be read`, { cause });
    this.name = 'MissingFile';
    this.path = path;
  }
}

/** The file of the software without which something could not go on; null where that is not the reason. */
export function missingFileOf(error: unknown): string | null {
  if (error instanceof MissingFile) return error.path;
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return null;
  return 'url' in error && typeof error.url === 'string' ? fileURLToPath(error.url) : null;
}
