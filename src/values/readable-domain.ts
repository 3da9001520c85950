import { domainToASCII, domainToUnicode } from 'node:url';

/** Letters, digits and marks, and the five signs that may stand between them (RFC 5892, A.3 to A.7). */
const READABLE = /^[\p{L}\p{N}\p{M}.\u00b7\u0375\u05f3\u05f4\u30fb-]+$/u;

/** A name in A-labels as people read it; unchanged if it holds what they could not see, or would be read as another. */
export function readableDomain(ascii: string): string {
  const readable = domainToUnicode(ascii).normalize('NFC');
  return READABLE.test(readable) && domainToASCII(readable) === ascii ? readable : ascii;
}
