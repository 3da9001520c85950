import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Latin1 } from '#views/kept/latin1.ts';
import { endGathered } from './gathered.ts';

/** An answer as it goes out. */
export interface KeptAnswer {
  /** Of the bytes as they are; `etagIn` names them compressed. */
  readonly etag: string;
  readonly latin1: Latin1;
  /** The same, compressed; null where that gains nothing, or must not be. */
  readonly gzip: Buffer | null;
}

export type Coding = 'br' | 'gzip';

const SUFFIXES: Readonly<Record<Coding, string>> = { br: 'br', gzip: 'gz' };

/** Anything smaller goes into the first packets uncompressed. */
const WORTH_COMPRESSING = 32_768;

/** The bytes of an answer that is kept, and their name. `isOfNobody`: nothing of a visitor is in it, so it may be compressed. */
export function keptAnswer(latin1: Latin1, { isOfNobody }: { readonly isOfNobody: boolean }): KeptAnswer {
  const bytes = Buffer.from(latin1, 'latin1');
  return {
    latin1,
    etag: etagOf(bytes),
    gzip: isOfNobody && bytes.length > WORTH_COMPRESSING ? gzipSync(bytes, { level: 9 }) : null,
  };
}

/** A strong name, made of the bytes. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Whether the visitor has it, compressed or not. */
export function isKnownTo(request: Request, answer: KeptAnswer): boolean {
  return isNamedBy(request, [answer.etag, etagIn('gzip', answer.etag)]);
}

/** Far more than anybody has of one page, all variants and codings counted. */
const MOST_NAMES = 50;

/**
 * Whether If-None-Match names one of these (RFC 9110, 13.1.2). It compares weakly: a proxy that compresses makes our
 * names weak.
 */
export function isNamedBy({ headers }: Request, etags: readonly string[]): boolean {
  const names = headers['if-none-match']?.split(',', MOST_NAMES).map((name) => name.trim().replace(/^W\//, '')) ?? [];
  return names.includes('*') || etags.some((etag) => names.includes(etag));
}

/** The name of the same in that coding: other bytes have another one (RFC 9110, 8.8.3). */
export function etagIn(coding: Coding, etag: string): string {
  return `${etag.slice(0, -1)}.${SUFFIXES[coding]}"`;
}

/** Writes the body, or says that it is known; the other headers have to be set before. */
export function endWith(response: Response, answer: KeptAnswer, contentType: string): void {
  const request = response.req;
  const isCompressed = answer.gzip !== null && request.acceptsEncodings('gzip') === 'gzip';
  if (answer.gzip !== null) response.vary('Accept-Encoding');
  response.setHeader('ETag', isCompressed ? etagIn('gzip', answer.etag) : answer.etag);
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
