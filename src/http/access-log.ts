import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '#src/log/log.ts';
import type { Metrics } from '#src/metrics/metrics.ts';
import { routeOf } from './routes.ts';

export interface AccessDeps {
  /** null: no line is written. */
  readonly log: Pick<Log, 'request'> | null;
  readonly metrics: Pick<Metrics, 'countRequest'>;
  readonly requestIdOf: (request: Request) => string;
  /** Milliseconds from any fixed instant; only differences are used. */
  readonly monotonicMs: () => number;
}

/** Whoever asked had gone before there was an answer; as proxies write it, no status of HTTP. */
const CLOSED_BEFORE_ANSWER = 499;

/** Gives each request an id, says it in the answer, and counts it and writes one line when the answer is out. */
export function createAccessLog({ log, metrics, requestIdOf, monotonicMs }: AccessDeps): RequestHandler {
  return (request, response, next) => {
    const startedAtMs = monotonicMs();
    const requestId = requestIdOf(request);
    response.setHeader('X-Request-Id', requestId);
    let isLeft = false;
    const leave = () => {
      isLeft = !response.headersSent;
    };
    // Not for a request that waits behind another one: each would be one listener more on the connection.
    if (response.socket !== null) request.socket.once('end', leave);
    response.once('close', () => {
      request.socket.off('end', leave);
      const { method, originalUrl: path } = request;
      const status = response.headersSent && !isLeft ? response.statusCode : CLOSED_BEFORE_ANSWER;
      const facts = { method, route: routeOf(request), status, durationMs: monotonicMs() - startedAtMs };
      metrics.countRequest(facts);
      const bytes = status === CLOSED_BEFORE_ANSWER ? null : bytesOf(request, response);
      log?.request({ ...facts, path, bytes, requestId });
    });
    next();
  };
}

/** null when the connection broke before all of it was written. */
function bytesOf({ method }: Request, response: Response): number | null {
  if (!response.writableFinished) return null;
  return method === 'HEAD' ? 0 : Number(response.getHeader('Content-Length') ?? 0);
}
