import { inflateSync } from 'node:zlib';
import type { Inflate } from '#src/features/domains/logo-picture.ts';

interface Unpacked {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

export const inflateWhole: Inflate = (packed, mostBytes) => {
  try {
    // `info` adds how much of the input the stream took: more behind its end would go unseen.
    const { buffer, engine } = inflateSync(packed, { maxOutputLength: mostBytes, info: true }) as unknown as Unpacked;
    return engine.bytesWritten === packed.length ? buffer : null;
  } catch {
    return null;
  }
};
