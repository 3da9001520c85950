import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Latin1 } from '#views/kept/latin1.ts';
import { endGathered } from './gathered.ts';

/** An answer as it goes out. */
export interface KeptAnswer {
  /** Strong: made of the bytes. */
  readonly etag: string;
  readonly latin1: Latin1;
  /** The same, compressed; null where that gains nothing, or must not be. */
  readonly gzip: Buffer | null;
}

/** Less goes into the first packets as it is. */
const WORTH_COMPRESSING = 32_768;

/** The bytes of an answer that is kept, and their name. `isOfNobody`: nothing of a visitor is in it, so it may be compressed. */
export function keptAnswer(latin1: Latin1, { isOfNobody }: { readonly isOfNobody: boolean }): KeptAnswer {
  const bytes = Buffer.from(latin1, 'latin1');
  return {
    latin1,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    gzip: isOfNobody && bytes.length > WORTH_COMPRESSING ? gzipSync(bytes, { level: 9 }) : null,
  };
}

/**
 * Whether the visitor has it according to If-None-Match (RFC 9110, 13.1.2). It compares weakly: a proxy that
 * compresses makes our names weak.
 */
export function isKnownTo({ headers }: Request, answer: KeptAnswer): boolean {
  const names = headers['if-none-match']?.split(',').map((name) => name.trim().replace(/^W\//, '')) ?? [];
  return names.includes(answer.etag) || names.includes(compressedName(answer)) || names.includes('*');
}

/** Writes the body, or says that it is known; the other headers have to be set before. */
export function endWith(response: Response, answer: KeptAnswer, contentType: string): void {
  const request = response.req;
  const isCompressed = answer.gzip !== null && request.acceptsEncodings('gzip') === 'gzip';
  if (answer.gzip !== null) response.vary('Accept-Encoding');
  response.setHeader('ETag', isCompressed ? compressedName(answer) : answer.etag);
  if (isKnownTo(request, answer)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', contentType);
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', isCompressed ? answer.gzip.length : answer.latin1.length);
  if (isCompressed) endGathered(response, answer.gzip);
  else endGathered(response, answer.latin1, 'latin1');
}

function compressedName({ etag }: KeptAnswer): string {
  return `${etag.slice(0, -1)}.gz"`;
}
