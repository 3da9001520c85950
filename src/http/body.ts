import type { Request, RequestHandler, Response as ServerResponse } from 'express';
import qs from 'qs';
import { fail, ok, type Result } from '#src/result.ts';
import type { BodyRules } from './body-room.ts';
import { hangUpHeard } from './hang-up.ts';
import { isFile, type Part, partsOf } from './multipart.ts';
import type { Refusal } from './refusals.ts';
import type { Uploads } from './uploads.ts';
import { readWhole } from './whole-body.ts';

type Body = Readonly<Record<string, unknown>>;

export interface BodyReading {
  readonly rules: BodyRules;
  /** Where a file may come; it is kept there, not in the body. */
  readonly uploads: Uploads;
  /** A POST without a body may say its fields in its address. Programs of API v1 do. */
  readonly takesQuery?: boolean;
  /** Called instead of the next handler when the body cannot be taken. A promise of it is followed, as a handler's. */
  readonly refuse: (request: Request, response: ServerResponse, refusal: Refusal) => unknown;
}

interface Form {
  readonly fields: Body;
  readonly file?: Uint8Array;
}

type Parsed = Result<Form, Refusal>;

const MALFORMED = fail<Refusal>({ kind: 'malformed' });
const FIELD_LIMIT = 100;
/** Nobody reads deeper than three. */
const DEEPEST = 10;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const QUERY_RULES = { depth: 2, parameterLimit: FIELD_LIMIT, arrayLimit: FIELD_LIMIT, throwOnLimitExceeded: true };

/**
 * Reads urlencoded, multipart and JSON into `request.body`, always an object; a file only where the
 * uploads take one. Invalid UTF-8 or percent-encoding is 400: nothing is guessed about what somebody meant
 * to share. A body over the limit is refused before it is read, or where its length was not said, as soon
 * as it shows.
 */
export function createBodyReader({ rules, uploads, takesQuery = false, refuse }: BodyReading): RequestHandler {
  const parse = (request: Request, raw: Buffer, fileField?: string) => {
    const isQuery = takesQuery && raw.length === 0 && request.method === 'POST';
    return isQuery ? parseQuery(request) : parseBody(request.headers['content-type'] ?? '', raw, fileField);
  };
  const read: RequestHandler = async (request, response, next) => {
    const route = uploads.routeOf(request);
    const raw = await readRawBody(request, rules);
    const parsed = raw.ok ? await parse(request, raw.value, route?.field) : raw;
    if (parsed.ok) {
      request.body = parsed.value.fields;
      if (parsed.value.file) uploads.keep(request, parsed.value.file);
      return next();
    }
    endIfIncomplete(request, response);
    const isTooLarge = parsed.failure.kind === 'body-too-large';
    return refuse(request, response, (isTooLarge && route?.tooLarge) || parsed.failure);
  };
  return (request, response, next) => {
    if (hasBody(request) || takesQuery) return read(request, response, next);
    request.body = {};
    next();
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The body as it came. What is refused may still be on its way: `endIfIncomplete`. */
export async function readRawBody(request: Request, rules: BodyRules): Promise<Result<Buffer, Refusal>> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (isCoded(encoding ?? '')) return fail({ kind: 'unsupported-media-type' });
  if (Number(length ?? 0) > rules.limitBytes) return fail({ kind: 'body-too-large' });
  try {
    return await readWhole(request, rules);
  } catch {
    return MALFORMED;
  }
}

/** Whatever its capitals, and where nothing is named nothing was done (RFC 9110, 5.6.1 and 8.4.1). */
function isCoded(encoding: string): boolean {
  return encoding.split(',').some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase()));
}

/** What is still on its way is not wanted: answer, so that it is heard, then hang up. */
export function endIfIncomplete(request: Request, response: ServerResponse): void {
  if (request.complete) return;
  response.setHeader('Connection', 'close');
  response.once('finish', () => hangUpHeard(request.socket));
}

async function parseBody(header: string, raw: Buffer, fileField?: string): Promise<Parsed> {
  if (raw.length === 0) return ok({ fields: {} });
  // A proxy may have made one line of two.
  const [contentType = ''] = /^(?:"[^"]*"|[^,"])*/.exec(header) ?? [];
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const isMultipart = mediaType === 'multipart/form-data';
  if (isMultipart && fileField !== undefined) return parseUpload(contentType, raw, fileField);
  const text = decode(raw);
  if (text === null) return MALFORMED;
  if (isMultipart) return parseMultipart(contentType, raw);
  if (mediaType === 'application/json') return parseJson(text);
  if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(text);
  // Some programs send no content type at all.
  if (mediaType === '') return text.trimStart().startsWith('{') ? parseJson(text) : parseUrlencoded(text);
  return fail({ kind: 'unsupported-media-type' });
}

function parseQuery({ url }: Request): Parsed {
  const at = url.indexOf('?');
  return parseUrlencoded(at === -1 ? '' : url.slice(at + 1));
}

function decode(raw: Buffer): string | null {
  try {
    return UTF8.decode(raw);
  } catch {
    return null;
  }
}

function parseJson(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && hasFewFields(value) ? ok({ fields: value }) : MALFORMED;
  } catch {
    return MALFORMED;
  }
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Each object has as many as a form may have, and no list more, however deep it stands: whoever reads them copies them,
 * or finds something wrong with each.
 */
function hasFewFields(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST || Object.keys(value).length > FIELD_LIMIT) return false;
  return Object.values(value).every((nested) => hasFewFields(nested, depth + 1));
}

function parseUrlencoded(text: string): Parsed {
  try {
    // qs leaves what it cannot decode as it is; that would change the content without a word.
    decodeURIComponent(text);
    return ok({ fields: qs.parse(oneSignEach(text), QUERY_RULES) as Body });
  } catch {
    return MALFORMED;
  }
}

/** A name ends at the first '='. qs would look for ']=' before, and find it within what somebody wrote. */
function oneSignEach(text: string): string {
  return text.replace(/=[^&]*/g, (value) => `=${value.slice(1).replaceAll('=', '%3D')}`);
}

async function parseMultipart(contentType: string, raw: Buffer): Promise<Parsed> {
  const parts = await partsOf(contentType, raw, FIELD_LIMIT);
  return parts === null ? MALFORMED : parseParts(parts);
}

/** The fields of a form and one file, of any bytes; of none where the field was left empty. */
async function parseUpload(contentType: string, raw: Buffer, fileField: string): Promise<Parsed> {
  const parts = await partsOf(contentType, raw, FIELD_LIMIT);
  if (parts === null) return MALFORMED;
  const [file, ...others] = parts.flatMap(([name, value]) => (name === fileField && isFile(value) ? [value] : []));
  const texts = parts.filter(([name, value]) => name !== fileField || !isFile(value));
  // The parser has put this sign where bytes were no UTF-8.
  if (others.length > 0 || texts.flat().some((text) => String(text).includes('\ufffd'))) return MALFORMED;
  const form = parseParts(texts);
  if (!form.ok || file === undefined) return form;
  return ok({ ...form.value, file: new Uint8Array(await file.arrayBuffer()) });
}

/** In the form that `qs` gives to urlencoded ones; no file among them. */
function parseParts(parts: readonly Part[]): Parsed {
  if (parts.some(([, value]) => isFile(value))) return fail({ kind: 'unsupported-media-type' });
  return parseUrlencoded(parts.map((part) => part.map((text) => encodeURIComponent(String(text))).join('=')).join('&'));
}
