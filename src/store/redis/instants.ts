/** Bytes with an instant before them: expiry is judged by the clock passed in, not by Redis. */
export interface Dated {
  readonly instantMs: number;
  readonly bytes: Buffer;
}

const INSTANT_BYTES = 8;

/** The value that Redis keeps of both. */
export function withInstant(instantMs: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(INSTANT_BYTES);
  head.writeBigUInt64BE(BigInt(instantMs));
  return Buffer.concat([head, bytes]);
}

/** Takes apart what `withInstant` has made. */
export function readInstant(value: Buffer): Dated {
  return { instantMs: Number(value.readBigUInt64BE(0)), bytes: value.subarray(INSTANT_BYTES) };
}

/** The same while the instant has not come; null after that, or where there is no value. */
export function untilInstant(value: unknown, nowMs: number): Dated | null {
  const dated = Buffer.isBuffer(value) ? readInstant(value) : null;
  return dated !== null && nowMs < dated.instantMs ? dated : null;
}
