import { createReadStream } from 'node:fs';
import type { Input } from '../io.ts';

/** A stream of Node's, or the body of an answer. */
type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>;

/**
 * Everything that comes, byte for byte, or undefined as soon as it turns out to be longer than
 * `maxBytes`: an endless input never fills the memory.
 */
export async function readBounded(
  stream: Chunks,
  maxBytes: number,
  onBytes?: (sizeBytes: number) => void,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop early ends the stream, or closes the connection.
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes) return undefined;
    onBytes?.(sizeBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The same for a file. Throws the system's error where it cannot be read. */
export function readFileBounded(path: string, maxBytes: number): Promise<Buffer | undefined> {
  return readBounded(createReadStream(path, { end: maxBytes }), maxBytes);
}

/**
 * The text of a file (`-` is standard input) without one newline at its end, as editors and `echo` leave it; undefined
 * where it is too long. Throws where it cannot be read, and where it is no UTF-8.
 */
export async function readTextBounded(file: string, maxBytes: number, stdin: Input): Promise<string | undefined> {
  const bytes = await (file === '-' ? readBounded(stdin, maxBytes) : readFileBounded(file, maxBytes));
  return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
}
