import { createCipheriv, createDecipheriv, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '#src/result.ts';
import { type KdfParameters, runArgon2id } from './argon2.ts';
import type { RandomBytes } from './ids.ts';

/*
 * A file that one passphrase or key opens, of any length, sealed and opened piece by piece: AES-256-GCM in
 * chunks, numbered, the last one marked, after the construction STREAM (Hoang, Reyhanitabar, Rogaway, Vizár:
 * Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance). The key is made anew for each file.
 *
 * magic (16) | version (1) | kind of key (1) | zero (2) | argon2id: KiB, passes, lanes (4 each) | salt (32) | check (16)
 * then chunks of 65,536 bytes, each with its tag (16); the last one may be shorter, and empty.
 */
const MAGIC = Buffer.from('hushlink backup\n', 'ascii');
const VERSION = 1;
const KINDS = { passphrase: 1, key: 2 } as const;
const SALT_BYTES = 32;
const CHECK_BYTES = 16;
const BOUND_BYTES = MAGIC.length + 4 + 12 + SALT_BYTES;
export const HEADER_BYTES = BOUND_BYTES + CHECK_BYTES;

const TAG_BYTES = 16;
export const CHUNK_BYTES = 65_536;
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** RFC 9106, section 4, second recommended option: whoever restores may have a small machine. */
const ARGON2: KdfParameters = { memoryKib: 65_536, passes: 3, parallelism: 4 };
/** The most that a file may ask for: it is not to be trusted yet. */
const MOST: KdfParameters = { memoryKib: 1_048_576, passes: 16, parallelism: 16 };
const NO_ARGON2: KdfParameters = { memoryKib: 0, passes: 0, parallelism: 0 };

/** A key is drawn at random, never made up by a person: it has at least this many bytes. */
export const MIN_KEY_BYTES = 32;

export type StreamKey =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'key'; readonly bytes: Uint8Array };

export interface StreamFailure {
  readonly kind: /** No file of ours. */
    | 'foreign'
    /** Of a release that this one does not know yet. */
    | 'newer'
    /** It was sealed with a key, not with a passphrase, or the other way round. */
    | 'other-kind-of-key'
    /** Another key, or the head of the file is not what it was. */
    | 'wrong-key';
}

/** Seals one chunk after the other. All but the last have `CHUNK_BYTES`. */
export interface StreamSealer {
  readonly header: Buffer;
  seal(chunk: Uint8Array, isLast: boolean): Buffer;
}

/** Opens one chunk after the other; null where it is not the next one, or not what it was. */
export interface StreamOpener {
  open(sealed: Uint8Array, isLast: boolean): Buffer | null;
}

export async function createStreamSealer(key: StreamKey, randomBytes: RandomBytes): Promise<StreamSealer> {
  const bound = Buffer.alloc(BOUND_BYTES);
  MAGIC.copy(bound);
  bound[MAGIC.length] = VERSION;
  bound[MAGIC.length + 1] = KINDS[key.kind];
  writeParameters(bound, key.kind === 'passphrase' ? ARGON2 : NO_ARGON2);
  bound.set(randomBytes(SALT_BYTES), BOUND_BYTES - SALT_BYTES);
  const { fileKey, check } = await keysOf(key, bound);
  const nextNonce = createNonces();
  return {
    header: Buffer.concat([bound, check]),
    seal: (chunk, isLast) => {
      const cipher = createCipheriv('aes-256-gcm', fileKey, nextNonce(isLast));
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** `header` is `HEADER_BYTES` long, or shorter where the file is. */
export async function createStreamOpener(header: Buffer, key: StreamKey): Promise<Result<StreamOpener, StreamFailure>> {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) return fail({ kind: 'foreign' });
  if (header[MAGIC.length] !== VERSION) return fail({ kind: 'newer' });
  if (header[MAGIC.length + 1] !== KINDS[key.kind]) return fail({ kind: 'other-kind-of-key' });
  const bound = header.subarray(0, BOUND_BYTES);
  if (key.kind === 'passphrase' && !isSensible(readParameters(bound))) return fail({ kind: 'foreign' });
  const { fileKey, check } = await keysOf(key, bound);
  if (!timingSafeEqual(check, header.subarray(BOUND_BYTES, HEADER_BYTES))) return fail({ kind: 'wrong-key' });
  const nextNonce = createNonces();
  return ok({ open: (sealed, isLast) => decrypt(fileKey, nextNonce(isLast), sealed) });
}

function decrypt(key: Buffer, nonce: Buffer, sealed: Uint8Array): Buffer | null {
  const end = sealed.length - TAG_BYTES;
  if (end < 0) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(end));
  const plain = decipher.update(sealed.subarray(0, end));
  try {
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

/** The whole head goes into the key: with another head no chunk opens. */
async function keysOf(key: StreamKey, bound: Buffer): Promise<{ fileKey: Buffer; check: Buffer }> {
  const salt = bound.subarray(BOUND_BYTES - SALT_BYTES);
  const input = key.kind === 'key' ? key.bytes : await runArgon2id(key.passphrase, salt, readParameters(bound));
  const derive = (label: string, size: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.concat([Buffer.from(`hushlink/1/${label}`), bound]), size));
  return { fileKey: derive('backup', 32), check: derive('backup-check', CHECK_BYTES) };
}

/** Eleven bytes of the chunk's number, and one that says whether it is the last. */
function createNonces(): (isLast: boolean) => Buffer {
  let number = 0;
  return (isLast) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(number, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    number += 1;
    return nonce;
  };
}

function writeParameters(bound: Buffer, { memoryKib, passes, parallelism }: KdfParameters): void {
  for (const [at, value] of [memoryKib, passes, parallelism].entries()) {
    bound.writeUInt32BE(value, MAGIC.length + 4 + 4 * at);
  }
}

function readParameters(bound: Buffer): KdfParameters {
  const [memoryKib = 0, passes = 0, parallelism = 0] = [0, 4, 8].map((at) => bound.readUInt32BE(MAGIC.length + 4 + at));
  return { memoryKib, passes, parallelism };
}

function isSensible({ memoryKib, passes, parallelism }: KdfParameters): boolean {
  if (passes < 1 || passes > MOST.passes || parallelism < 1 || parallelism > MOST.parallelism) return false;
  return memoryKib >= 8 * parallelism && memoryKib <= MOST.memoryKib;
}
