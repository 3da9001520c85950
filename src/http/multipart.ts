import { randomUUID } from 'node:crypto';
import { MIMEType } from 'node:util';

export type Part = readonly [name: string, value: string | File];

export function isFile(value: string | File): value is File {
  return typeof value !== 'string';
}

/**
 * The parts of a body of multipart/form-data, in their order; null where it is none, or has more than `most`. The
 * platform's own parser takes every field as UTF-8, whatever charset a part claims.
 */
export async function partsOf(contentType: string, raw: Buffer, most: number): Promise<readonly Part[] | null> {
  try {
    const form = underOwnBoundary(contentType, raw, most);
    if (form === null) return null;
    const headers = { 'content-type': `multipart/form-data; boundary=${form.boundary}` };
    return [...(await new Response(form.body, { headers }).formData())];
  } catch {
    return null;
  }
}

/**
 * The same form under a boundary that stands nowhere else in it: the parser takes the bare text of a boundary for the
 * end of a part wherever it stands, and only a whole line that begins with two dashes is one (RFC 2046, 5.1.1). null
 * where there is no boundary, or one for more than `mostParts`, for each of which the parser takes its time, and where
 * a part is coded.
 */
function underOwnBoundary(
  contentType: string,
  raw: Buffer,
  mostParts: number,
): { boundary: string; body: Uint8Array<ArrayBuffer> } | null {
  const theirs = new MIMEType(contentType).params.get('boundary');
  if (!theirs) return null;
  const own = randomUUID();
  let marks = 0;
  // As Latin-1 any bytes stay what they are.
  const text = raw.toString('latin1').replace(delimiterOf(theirs), (_all, before: string, after: string) => {
    marks += 1;
    return `${before}--${own}${after.trim()}`;
  });
  // One stands before each part, and one at the end.
  const isTaken = marks <= mostParts + 1 && !text.split(`--${own}`).some(isCoded);
  return isTaken ? { boundary: own, body: new Uint8Array(Buffer.from(text, 'latin1')) } : null;
}

/** The parser undoes base64, whatever bytes come of it, and no other coding. Forms have none (RFC 7578, 4.7). */
function isCoded(part: string): boolean {
  const [head = ''] = part.split('\r\n\r\n', 1);
  return /^[ \t]*content-transfer-encoding[ \t]*:(?![ \t]*(?:7bit|8bit|binary)[ \t]*$)/im.test(head);
}

function delimiterOf(boundary: string): RegExp {
  const literal = boundary.replace(/[^\w]/g, '\\$&');
  return new RegExp(`(^|\\r\\n)--${literal}(--|[ \\t]*(?=\\r\\n))`, 'g');
}
