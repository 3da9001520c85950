import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#src/config/make-folder.ts';

const ANY_OF_OTHERS = 0o007;
const ANY_OF_GROUP_AND_OTHERS = 0o077;
const WRITE_OF_GROUP_AND_OTHERS = 0o022;

export interface GuardedText {
  /** undefined if the file is longer than was to be read. */
  readonly text: string | undefined;
  readonly mode: number;
  /** Somebody else may read it. */
  readonly isReadable: boolean;
  /** Somebody else may change it. */
  readonly isChangeable: boolean;
}

/** A file and who else may touch it: looked at and read by one descriptor. Throws the system's error. */
export async function readGuarded(path: string, maxBytes: number, uid: number | undefined): Promise<GuardedText> {
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    const bytes = await readUpTo(file, maxBytes + 1);
    return {
      text: bytes.length > maxBytes ? undefined : bytes.toString('utf8'),
      mode: stats.mode & 0o777,
      isReadable: isReadable(stats, uid),
      isChangeable: isChangeable(stats, uid),
    };
  } finally {
    await file.close();
  }
}

/** A file that the system gives us (a mounted secret) may be open to its group; one of our own may not. */
function isReadable({ mode, uid: owner }: Stats, uid: number | undefined): boolean {
  return (mode & (owner === uid ? ANY_OF_GROUP_AND_OTHERS : ANY_OF_OTHERS)) !== 0;
}

function isChangeable({ mode, uid: owner }: Stats, uid: number | undefined): boolean {
  const isForeign = uid !== undefined && owner !== uid && owner !== 0;
  return isForeign || (mode & WRITE_OF_GROUP_AND_OTHERS) !== 0;
}

async function readUpTo(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // Not readFile: what is read may be a pipe, or have no end.
  while (sizeBytes < maxBytes) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes - sizeBytes), 0, maxBytes - sizeBytes, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    sizeBytes += bytesRead;
  }
  return Buffer.concat(chunks);
}

/**
 * Replaces the file by one of mode 0600, all of it or nothing. A symbolic link stays and leads to the new one, for
 * people who keep their settings elsewhere. Throws the system's error.
 */
export async function writeGuarded(path: string, text: string): Promise<void> {
  makeFolder(dirname(path));
  const target = await realpath(path).catch(() => path);
  const draft = `${target}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await file
      .writeFile(text)
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(draft, target);
    const folder = await open(dirname(target), 'r');
    await folder.sync().finally(() => folder.close());
  } finally {
    await rm(draft, { force: true });
  }
}
