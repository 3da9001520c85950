import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Express } from 'express';
import { describeApi } from '#src/compose/openapi.ts';
import { openResources } from '#src/resources.ts';
import { type AnswerCheck, createAnswerCheck } from './answer-check.ts';

/** No status of HTTP: what a test gets instead of an answer that the document does not know. */
const UNDOCUMENTED = 599;

/** One for all sites of a process. */
export const testApi = describeApi(openResources(), 'test');
export const testDocument = testApi.document;

let kept: AnswerCheck | null = null;

function check(...given: Parameters<AnswerCheck>): string | null {
  kept ??= createAnswerCheck(testDocument());
  return kept(...given);
}

/** The same application; an answer under /api that is not as the document says fails the test that has asked. */
export function watchAnswers(app: Express): Express {
  return new Proxy(app, {
    apply(target, self, [request, response, ...rest]: [IncomingMessage, ServerResponse, ...unknown[]]) {
      if (isOfApi(request.url ?? '')) watch(request, response);
      return Reflect.apply(target, self, [request, response, ...rest]);
    },
  });
}

function watch({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  const write = response.write.bind(response) as (...parts: unknown[]) => boolean;
  const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.write = ((...parts: unknown[]) => {
    chunks.push(bytesOf(parts));
    return write(...parts);
  }) as ServerResponse['write'];
  response.end = ((...parts: unknown[]) => {
    const sent = Buffer.concat([...chunks, bytesOf(parts)]);
    const isPacked = response.getHeader('Content-Encoding') === 'gzip' && sent.length > 0;
    const body = (isPacked ? gunzipSync(sent) : sent).toString();
    const { statusCode: status, headersSent } = response;
    const problem = check({ method, path: pathOf(url), status, headers: response.getHeaders(), body });
    if (problem === null) return end(...parts);
    queueMicrotask(() => {
      throw new Error(problem);
    });
    if (headersSent) return end(...parts);
    response.statusCode = UNDOCUMENTED;
    response.removeHeader('Content-Length');
    return end(problem);
  }) as ServerResponse['end'];
}

function bytesOf([chunk, encoding]: readonly unknown[]): Buffer {
  if (typeof chunk !== 'string') return Buffer.from(chunk instanceof Uint8Array ? chunk : []);
  return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}

const servers = new Set<string>();

/** The same for what a test of this process fetches from a server of its own. */
export function watchFetched(origin: string): void {
  if (servers.size === 0) watchFetch();
  servers.add(origin);
}

function watchFetch(): void {
  const fetchUnwatched = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await fetchUnwatched(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (!servers.has(url.origin) || !isOfApi(url.pathname)) return response;
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const headers = Object.fromEntries(response.headers);
    const body = await response.clone().text();
    const problem = check({ method, path: url.pathname, status: response.status, headers, body });
    if (problem !== null) throw new Error(problem);
    return response;
  };
}

function isOfApi(path: string): boolean {
  return /^\/api(?:\/|$)/i.test(path);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
