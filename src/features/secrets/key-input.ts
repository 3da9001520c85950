import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';

const KEY_FORM = /^[0-9a-z]{31}$/;
const CLAIMANT_FORM = /^[\w-]{22}$/;

/** The key if the text has the form of one, else null. Says nothing about its existence. */
export function parseSecretKey(text: unknown): SecretKey | null {
  return typeof text === 'string' && KEY_FORM.test(text) ? (text as SecretKey) : null;
}

/** The same for the sender's key. */
export function parseMetadataKey(text: unknown): MetadataKey | null {
  return typeof text === 'string' && KEY_FORM.test(text) ? (text as MetadataKey) : null;
}

/** The token of a claimant, likewise. */
export function parseClaimant(text: unknown): ClaimantToken | null {
  return typeof text === 'string' && CLAIMANT_FORM.test(text) ? (text as ClaimantToken) : null;
}
