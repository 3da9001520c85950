import { readBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';

/** Errors in the bytes of a body, for which the connection is not to blame: they are no Brotli, or no gzip. */
const NOT_DECODED = /^Z_|^ERR__|^ERR_BROTLI|^ZSTD/;

export type Coding = 'identity' | 'br' | 'gzip';

export interface Question {
  readonly coding: Coding;
  /** Decoded: more is not read. */
  readonly maxBytes: number;
}

export interface Found {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded; null where it was longer than asked for, or could not be decoded. */
  readonly body: Buffer | null;
}

/** A site as a browser without cookies sees it. */
export interface Instance {
  /** Follows no redirect. Throws `NoAnswer`. */
  get(path: string, question: Question): Promise<Found>;
}

export interface InstanceDeps {
  readonly server: URL;
  readonly fetch: typeof fetch;
  /** Ends all that is under way. */
  readonly signal: AbortSignal;
}

export class NoAnswer extends Error {}

export function openInstance({ server, fetch, signal }: InstanceDeps): Instance {
  return {
    async get(path, { coding, maxBytes }) {
      const headers = { accept: '*/*', 'accept-language': 'en', 'accept-encoding': coding };
      const response = await answered(fetch(new URL(path, server), { headers, redirect: 'manual', signal }));
      const body = await answered(readBody(response, maxBytes));
      return { status: response.status, headers: response.headers, body };
    },
  };
}

async function answered<Answer>(promise: Promise<Answer>): Promise<Answer> {
  try {
    return await promise;
  } catch (cause) {
    throw new NoAnswer('no answer', { cause });
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer | null> {
  try {
    return (await readBounded(response.body ?? [], maxBytes)) ?? null;
  } catch (error) {
    if (NOT_DECODED.test(systemCode(error))) return null;
    throw error;
  }
}
