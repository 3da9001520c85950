import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { MissingFile } from './missing-file.ts';

/**
 * Files that came with the software, to be read and never written: config/hushlink.yaml, locales/, static/.
 * Paths go from the root of the repository, with '/'. Reading a file that is missing throws `MissingFile`.
 */
export interface Resources {
  text(path: string): string;
  /** To be read only: inside the executable these are its own pages in memory, and writing to them ends the process. */
  bytes(path: string): Buffer;
  /** Every file below the folder, however deep, by its path from there, sorted; none where there is no such folder. */
  list(folder: string): readonly string[];
}

/** Those of this program: inside the executable where it is one, else one folder above src/ and dist/. */
export function openResources(): Resources {
  return isSea() ? executableResources() : folderResources(join(import.meta.dirname, '..'));
}

export function folderResources(root: string): Resources {
  const bytes = (path: string) => {
    try {
      return readFileSync(join(root, path));
    } catch (error) {
      throw new MissingFile(path, error);
    }
  };
  return {
    bytes,
    text: (path) => bytes(path).toString('utf8'),
    list: (folder) => filesBelow(join(root, folder)).toSorted(),
  };
}

/** What src/build/executable.ts has put in, each file under its path. */
function executableResources(): Resources {
  const paths = getAssetKeys();
  // Not copied: a static file is sent from where the executable is mapped.
  const bytes = (path: string) => Buffer.from(getRawAsset(path));
  return {
    bytes,
    text: (path) => bytes(path).toString('utf8'),
    list(folder) {
      const below = paths.filter((path) => path.startsWith(`${folder}/`));
      return below.map((path) => path.slice(folder.length + 1)).toSorted();
    },
  };
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => relative(folder, file).replaceAll(sep, posix.sep));
}
