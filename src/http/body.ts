import busboy from 'busboy';
import express, { type Request, type RequestHandler, type Response } from 'express';
import qs from 'qs';
import { fail, ok, type Result } from '#src/result.ts';
import type { Refusal } from './refusals.ts';

type Body = Readonly<Record<string, unknown>>;

export interface BodyReading {
  readonly limitBytes: number;
  /** Called instead of the next handler when the body cannot be taken. */
  readonly refuse: (request: Request, response: Response, refusal: Refusal) => void;
}

type Parsed = Result<Body, Refusal>;

const FIELD_LIMIT = 100;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads urlencoded, multipart without files, and JSON into `request.body`, always an object. Invalid
 * UTF-8 or percent-encoding is 400: nothing is guessed about what somebody meant to share.
 */
export function createBodyReader(options: BodyReading): RequestHandler[] {
  const read = express.raw({ type: () => true, limit: options.limitBytes, inflate: false });
  return [
    (request, response, next) =>
      read(request, response, (error) => (error ? options.refuse(request, response, refusalOf(error)) : next())),
    async (request, response, next) => {
      if (!Buffer.isBuffer(request.body)) {
        request.body = {};
        return next();
      }
      const parsed = await parseBody(request.headers['content-type'] ?? '', request.body);
      if (!parsed.ok) return options.refuse(request, response, parsed.failure);
      request.body = parsed.value;
      next();
    },
  ];
}

function refusalOf(error: { status?: number }): Refusal {
  if (error.status === 413) return { kind: 'body-too-large' };
  if (error.status === 415) return { kind: 'unsupported-media-type' };
  return { kind: 'malformed' };
}

async function parseBody(contentType: string, raw: Buffer): Promise<Parsed> {
  if (raw.length === 0) return ok({});
  const text = decode(raw);
  if (text === null) return fail({ kind: 'malformed' });
  const mediaType = contentType.split(/[;,]/, 1)[0]?.trim().toLowerCase();
  if (mediaType === 'multipart/form-data') return parseMultipart(contentType, raw);
  if (mediaType === 'application/json') return parseJson(text);
  if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(text);
  // Some programs send no content type at all.
  if (mediaType === '') return text.trimStart().startsWith('{') ? parseJson(text) : parseUrlencoded(text);
  return fail({ kind: 'unsupported-media-type' });
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
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? ok(value as Body) : fail({ kind: 'malformed' });
  } catch {
    return fail({ kind: 'malformed' });
  }
}

function parseUrlencoded(text: string): Parsed {
  try {
    // qs leaves what it cannot decode as it is; that would change the content without a word.
    for (const part of text.split(/[&=]/)) decodeURIComponent(part);
    return ok(qs.parse(text, { depth: 2, parameterLimit: FIELD_LIMIT, arrayLimit: FIELD_LIMIT }) as Body);
  } catch {
    return fail({ kind: 'malformed' });
  }
}

/** The fields of a form without files, in the form that `qs` gives to urlencoded ones. */
function parseMultipart(contentType: string, raw: Buffer): Promise<Parsed> {
  return new Promise((resolve) => {
    const pairs: string[] = [];
    try {
      const limits = { fields: FIELD_LIMIT, files: 0, fieldSize: raw.length, parts: FIELD_LIMIT };
      const form = busboy({ headers: { 'content-type': contentType }, limits });
      form.on('field', (name, value) => pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`));
      form.on('file', (_name, file) => file.resume());
      form.on('filesLimit', () => resolve(fail({ kind: 'unsupported-media-type' })));
      form.on('error', () => resolve(fail({ kind: 'malformed' })));
      form.on('close', () => resolve(parseUrlencoded(pairs.join('&'))));
      form.end(raw);
    } catch {
      resolve(fail({ kind: 'malformed' }));
    }
  });
}
