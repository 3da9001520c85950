import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';

/** 31 base-36 digits: of secrets and of metadata alike. */
export const KEY_FORM = /^[0-9a-z]{31}$/;
const CLAIMANT_FORM = /^[\w-]{22}$/;

/** The key if the text has the form of one, else null. Says nothing about its existence. */
export function parseSecretKey(text: unknown): SecretKey | null {
  return typeof text === 'string' && KEY_FORM.test(text) ? (text as SecretKey) : null;
}

/** The same for the sender's key. */
export function parseMetadataKey(text: unknown): MetadataKey | null {
  return typeof text === 'string' && KEY_FORM.test(text) ? (text as MetadataKey) : null;
}

/**
 * The key that a damaged text means: on the way through mails and chats a link picks up the full stop, bracket or
 * quotation mark behind it, is wrapped, or gets into capitals. null if the text holds no key, or is one as it is.
 */
export function meantKey(text: unknown): string | null {
  if (typeof text !== 'string' || KEY_FORM.test(text)) return null;
  const bare = text.replace(/[^0-9a-z]/gi, '').toLowerCase();
  return KEY_FORM.test(bare) ? bare : null;
}

/** The token of a claimant if the text has the form of one, else null. */
export function parseClaimant(text: unknown): ClaimantToken | null {
  return typeof text === 'string' && CLAIMANT_FORM.test(text) ? (text as ClaimantToken) : null;
}
