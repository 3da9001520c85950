import { fail, ok, type Result } from '#src/result.ts';
import { durationWords } from '../duration.ts';
import { type CliFailure, failed } from '../failure.ts';
import { readBounded } from '../system/read-bounded.ts';
import { BAD_PORT, systemCode } from '../system/system-code.ts';
import { foreignText } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';
import { refusalOf } from './api-refusal.ts';
import { watchConnecting } from './connecting.ts';
import { proxyRefusal } from './proxy-refusal.ts';
import type { ServerChoice } from './server.ts';

/** Escaped JSON of the longest content fits several times; an endless answer does not fill the memory. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export interface ApiDeps extends ServerChoice {
  readonly fetch: typeof fetch;
  /** For one whole call, body included. */
  readonly timeoutMs: number;
}

/** Calls below /api/v2. An answer is the parsed JSON of a success; its shape is for the caller to read. */
export interface Api {
  get(path: string): Promise<Result<unknown, CliFailure>>;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Result<unknown, CliFailure>>;
}

export function createApi(deps: ApiDeps): Api {
  return {
    get: (path) => call(deps, path, { method: 'GET' }),
    post: (path, body, headers) =>
      call(deps, path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}

function call(deps: ApiDeps, path: string, init: RequestInit): Promise<Result<unknown, CliFailure>> {
  return watchConnecting(async (wasNeverConnected) => {
    try {
      return await ask(deps, path, init);
    } catch (error) {
      const isUndone = wasNeverConnected(error) || systemCode(error) === BAD_PORT || proxyRefusal(error) !== undefined;
      return fail({ kind: 'network', message: unreachable(error, deps), isUndone });
    }
  });
}

async function ask(deps: ApiDeps, path: string, init: RequestInit): Promise<Result<unknown, CliFailure>> {
  // Redirects are not followed: content and credentials go to the named server or nowhere.
  const response = await deps.fetch(new URL(`/api/v2${path}`, deps.server), {
    ...init,
    headers: headersOf(deps, init.headers),
    redirect: 'manual',
    signal: AbortSignal.timeout(deps.timeoutMs),
  });
  const bytes = await readBounded(response.body ?? [], MAX_ANSWER_BYTES);
  return bytes === undefined ? failed('server', TEXTS.errors.answerTooLong) : understood(response, bytes.toString());
}

function headersOf(deps: ApiDeps, own: RequestInit['headers']): Headers {
  const headers = new Headers(own);
  headers.set('accept', 'application/json');
  headers.set('accept-language', 'en');
  if (deps.authorization !== undefined) headers.set('authorization', deps.authorization);
  return headers;
}

function understood(response: Response, text: string): Result<unknown, CliFailure> {
  const answer = parsed(text);
  if (!response.ok) return refusalOf(response, answer);
  return answer === undefined ? failed('server', TEXTS.errors.strangeAnswer('json')) : ok(answer);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why no answer came. Only the host is named: the address may hold a key. */
export function unreachable(error: unknown, { server, timeoutMs }: Pick<ApiDeps, 'server' | 'timeoutMs'>): string {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  if (isTimeout) return TEXTS.errors.timeout(server.host, durationWords(timeoutMs / 1000));
  const status = proxyRefusal(error);
  if (status === '407') return TEXTS.errors.proxyAsks(server.host);
  // The proxy would let this through, but does not get there either.
  if (status?.startsWith('5')) return TEXTS.errors.unreachable(server.host, `proxy: ${status}`);
  if (status !== undefined) return TEXTS.errors.proxyRefuses(server.host, status);
  return TEXTS.errors.unreachable(server.host, foreignText(systemCode(error)));
}
