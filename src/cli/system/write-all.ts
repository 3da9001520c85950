import { fstatSync, statSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Output } from '../io.ts';

/** Writes every byte or throws (a closed pipe, a full disk): a short write is never a success. */
export async function writeAll(stream: Output, bytes: Uint8Array | string): Promise<void> {
  const fd = stream.fd;
  if (fd !== undefined && !stream.isTTY && isFileLike(fd)) {
    // Not the stream's own write: that one takes what a full disk accepted for the whole.
    writeFileSync(fd, bytes);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject);
    stream.write(bytes, (error) => {
      if (error) return reject(error);
      stream.removeListener('error', reject);
      resolve();
    });
  });
}

/** Whether everything written there is lost: Node opens this device where a stream was closed, too. */
export function isNullDevice({ fd }: Output): boolean {
  try {
    return fd !== undefined && fstatSync(fd).rdev === statSync(devNull).rdev && fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function isFileLike(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFile() || stats.isCharacterDevice();
}
