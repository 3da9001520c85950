import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What Firefox has written of its windows into its profile, to restore them after a crash, as JSON. */
export async function sessionFileIn(profile: string): Promise<string> {
  const file = await readFile(join(profile, 'sessionstore-backups/recovery.jsonlz4'));
  // 'mozLz40' and a zero, the length of what was packed, then one block of LZ4.
  return unpacked(file.subarray(12), file.readUInt32LE(8));
}

/** Each sequence is a token, letters as they are, and a piece of what stands before them (LZ4 block format). */
function unpacked(block: Buffer, length: number): string {
  const text = Buffer.alloc(length);
  let [from, to] = [0, 0];
  const next = () => block[from++] ?? 0;
  while (from < block.length) {
    const token = next();
    const letters = lengthOf(token >> 4, next);
    block.copy(text, to, from, from + letters);
    [from, to] = [from + letters, to + letters];
    if (from >= block.length) break;
    const back = next() + 256 * next();
    // The piece may reach into itself.
    for (let left = lengthOf(token & 15, next) + 4; left > 0; left -= 1, to += 1) text[to] = text[to - back] ?? 0;
  }
  return text.toString();
}

function lengthOf(nibble: number, next: () => number): number {
  let length = nibble;
  for (let more = nibble === 15 ? 255 : 0; more === 255; length += more) more = next();
  return length;
}
