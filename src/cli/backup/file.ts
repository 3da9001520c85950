import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameDraft } from '#src/config/name-draft.ts';
import type { CliIo, Input } from '../io.ts';
import { withCleanEnd } from '../system/held-signals.ts';
import { writeAll } from '../system/write-all.ts';

/** There is a file of that name. */
export class FileExists extends Error {
  override name = 'FileExists';
}

/**
 * Writes a new file of mode 0600: under another name beside it at first, under its own once all of it is on the disk.
 * Never replaces a file (throws `FileExists`), and leaves nothing half written if a signal ends the process. Returns
 * the number of bytes; throws the system's error.
 */
export async function writeNewFile(
  path: string,
  bytes: AsyncIterable<Buffer>,
  io: Pick<CliIo, 'signals'>,
): Promise<number> {
  if (existsSync(path)) throw new FileExists(path);
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`;
  const forget = () => rmSync(draft, { force: true });
  return withCleanEnd(io, forget, () => writeByDraft(draft, path, bytes));
}

async function writeByDraft(draft: string, path: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  try {
    const size = await writeDurably(await open(draft, 'wx', 0o600), bytes);
    await nameDraft(draft, path).catch((error) => {
      throw error.code === 'EEXIST' ? new FileExists(path) : error;
    });
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
    return size;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDurably(file: FileHandle, bytes: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

export async function writeStdout(io: CliIo, bytes: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) {
    await writeAll(io.stdout, chunk);
    size += chunk.length;
  }
  return size;
}

/** The folder could not keep what came through a pipe. */
export class NotKept extends Error {
  override name = 'NotKept';
}

/** A file that can be read twice, from its beginning each time. */
export interface Rereadable {
  read(): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a file that stays the same for both readings, whatever takes its name in between. A named pipe is first kept
 * in `folder` by `spool`. Throws the system's error; EISDIR for a folder, as reading it would.
 */
export async function openFile(path: string, folder: string): Promise<Rereadable> {
  const file = await open(path, 'r');
  const stats = await file.stat();
  if (stats.isFIFO()) return spool(file.createReadStream(), folder);
  if (stats.isDirectory()) {
    await file.close();
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
  }
  return rereadable(file);
}

/**
 * Keeps the input, still encrypted, in a file of mode 0600 until it is closed. The file loses its name before anything
 * is written into it: however the process ends, nothing stays. Throws `NotKept` if the folder cannot keep it.
 */
export async function spool(input: Input, folder: string): Promise<Rereadable> {
  const path = join(folder, `hushlink-restore-${randomBytes(6).toString('hex')}`);
  const refuse = (cause: unknown) => {
    throw new NotKept(folder, { cause });
  };
  const file = await open(path, 'wx+', 0o600).catch(refuse);
  try {
    await rm(path);
    for await (const chunk of input as AsyncIterable<Buffer>) await file.writeFile(chunk).catch(refuse);
    return rereadable(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function rereadable(file: FileHandle): Rereadable {
  return {
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  };
}
