import { hash } from 'node:crypto';
import type { RandomBytes } from './ids.ts';

/** Names one tab, one rendering of a form or one call to the store while it claims: 128 random bits in base64url. */
export type ClaimantToken = string & { readonly brand: 'ClaimantToken' };

const TOKEN_BYTES = 16;

export function createClaimantMaker(randomBytes: RandomBytes): () => ClaimantToken {
  return () => Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url') as ClaimantToken;
}

/** SHA-256 of the 22 characters: what the row keeps. */
export function hashClaimant(token: ClaimantToken): Uint8Array {
  return hash('sha256', token, 'buffer');
}
