import { fail, ok, type Result } from '#src/result.ts';

export const MIN_SECRET_BYTES = 32;

/** Words of sample configurations; whoever copied one has not made a secret. */
const SAMPLE_WORDS = /changeme|replaceme|placeholder|password|yoursecret|sitesecret|mysecret|example/;

/** Random bytes repeat few values: 32 of them hold fewer than 16 different ones with a chance below 2^-60. */
const MIN_DIFFERENT_BYTES = 16;

export type SecretTextFailure = { readonly kind: 'malformed' | 'short' | 'weak' };

/**
 * Reads a site secret: hex, base64 or base64url (RFC 4648, padding optional) of at least 32 bytes.
 * Text that could be hex is read as hex. Refuses samples and bytes that nobody drew at random.
 */
export function readSecretText(text: string): Result<Buffer, SecretTextFailure> {
  const trimmed = text.trim();
  if (isSample(trimmed)) return fail({ kind: 'weak' });
  const bytes = fromHex(trimmed) ?? fromBase64(trimmed);
  if (bytes === null) return fail({ kind: 'malformed' });
  if (bytes.length < MIN_SECRET_BYTES) return fail({ kind: 'short' });
  if (isPatterned(bytes) || isSample(bytes.toString('latin1'))) return fail({ kind: 'weak' });
  return ok(bytes);
}

/** Whether a value is a sample's, whatever its case and separators: 'CHANGE-ME', 'change_me please'. */
export function isSample(text: string): boolean {
  return SAMPLE_WORDS.test(text.toLowerCase().replace(/[\s_.-]/g, ''));
}

function fromHex(text: string): Buffer | null {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null;
}

function fromBase64(text: string): Buffer | null {
  const bare = text
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const bytes = Buffer.from(bare, 'base64url');
  // Node skips what it does not understand; only text that comes back the same was base64.
  return bare !== '' && bytes.toString('base64url') === bare ? bytes : null;
}

function isPatterned(bytes: Buffer): boolean {
  return new Set(bytes).size < MIN_DIFFERENT_BYTES || isEvenlySpaced(bytes);
}

/** 00 01 02 …, 00 03 06 … */
function isEvenlySpaced(bytes: Buffer): boolean {
  const step = byteStep(bytes, 1);
  return bytes.every((_, index) => index === 0 || byteStep(bytes, index) === step);
}

function byteStep(bytes: Buffer, index: number): number {
  return ((bytes[index] ?? 0) - (bytes[index - 1] ?? 0) + 256) % 256;
}
