import { createReadStream } from 'node:fs';
import type { Input } from './io.ts';

/**
 * Everything a stream has, byte for byte, or undefined as soon as it turns out to be longer than
 * `maxBytes`: an endless input never fills the memory.
 */
export async function readBounded(
  stream: Input,
  maxBytes: number,
  onBytes?: (sizeBytes: number) => void,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // Leaving the loop early ends the stream.
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
