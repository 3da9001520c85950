import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';

/** A new file that only its owner can read, with room taken on the disk before it is needed. */
export interface ReservedFile {
  /** Replaces the reserved room by these bytes and closes the file. Throws if they are not safely there. */
  finish(bytes: Uint8Array): void;
  /** Closes and removes it as far as that is possible; never throws. */
  discard(): void;
}

const BLOCK_BYTES = 64 * 1024;

/** Creates `path` (mode 0600; never an existing file) of `sizeBytes`. Throws the system's error. */
export function reserveFile(path: string, sizeBytes: number): ReservedFile {
  const fd = openSync(path, 'wx', 0o600);
  const discard = () => remove(fd, path);
  try {
    fill(fd, sizeBytes);
  } catch (error) {
    discard();
    throw error;
  }
  return { finish: (bytes) => finish(fd, bytes), discard };
}

/** Keeps bytes in a new file that only its owner can read. Throws the system's error. */
export function keepInFile(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(fd, bytes);
    fsyncSync(fd);
    closeSync(fd);
  } catch (error) {
    remove(fd, path);
    throw error;
  }
}

function remove(fd: number, path: string): void {
  for (const step of [() => closeSync(fd), () => rmSync(path, { force: true })]) {
    try {
      step();
    } catch {
      // Closed already, or not ours to remove any more: what led here is the failure to tell.
    }
  }
}

function fill(fd: number, sizeBytes: number): void {
  const zeros = Buffer.alloc(Math.min(sizeBytes, BLOCK_BYTES));
  for (let position = 0; position < sizeBytes; ) {
    position += writeSync(fd, zeros, 0, Math.min(zeros.length, sizeBytes - position), position);
  }
}

function finish(fd: number, bytes: Uint8Array): void {
  for (let position = 0; position < bytes.length; ) {
    position += writeSync(fd, bytes, position, bytes.length - position, position);
  }
  ftruncateSync(fd, bytes.length);
  fsyncSync(fd);
  closeSync(fd);
}
