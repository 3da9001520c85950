import { hash, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from './ids.ts';

const TOKEN_BYTES = 32;

/** 256 random bits as 43 base64url characters, shown once to the one who asked for it. */
export function makeApiToken(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
}

/** SHA-256, base64url: what is kept of a token. It has 256 random bits, so nothing slower is needed. */
export function apiTokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** In constant time. */
export function isApiToken(token: string, keptHash: string): boolean {
  const [given, kept] = [Buffer.from(apiTokenHash(token)), Buffer.from(keptHash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}
