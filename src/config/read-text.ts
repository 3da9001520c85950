import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Settings are never as long: what goes on is another file, or has no end. */
const MOST_BYTES = 1024 * 1024;
const PAUSE_MS = 10;
/** A writer that waits at a named pipe goes on as soon as we open it: if none comes soon, there is none. */
const MOST_PAUSES_ALONE = 100;
/** What writes into a pipe may have to fetch it first, as `<(vault read …)` does. */
const MOST_PAUSES = 1_000;

/**
 * The text of a file as it stands there, or comes in a pipe. Throws the system's error, or one whose code says that the
 * text is not UTF-8, too long or does not come.
 */
export function readTextFile(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    // Decoded all the same, each such letter would become another one, in a name as in a password.
    throw refusal('not UTF-8', cause);
  }
}

function readBytes(path: string): Buffer {
  // Without O_NONBLOCK, opening a pipe waits for a writer, for ever.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readToEnd(fd);
  } finally {
    closeSync(fd);
  }
}

function readToEnd(fd: number): Buffer {
  const isPipe = fstatSync(fd).isFIFO();
  const bytes = Buffer.allocUnsafe(MOST_BYTES + 1);
  let [length, pauses] = [0, 0];
  while (length <= MOST_BYTES) {
    const read = readWhatIsThere(fd, bytes.subarray(length));
    if (read === 0 && (length > 0 || !isPipe)) return bytes.subarray(0, length);
    length += read ?? 0;
    if (read) continue;
    pauses += 1;
    if (pauses > (read === 0 ? MOST_PAUSES_ALONE : MOST_PAUSES)) throw refusal('a pipe in which nothing comes');
    pause();
  }
  throw refusal('longer than 1 MiB');
}

/** How many bytes were read; 0 at the end, and in a pipe without a writer; null if a writer has nothing there yet. */
function readWhatIsThere(fd: number, into: Buffer): number | null {
  try {
    return readSync(fd, into);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    throw error;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

function refusal(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}
