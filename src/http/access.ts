import type { RequestHandler } from 'express';
import { type Log, logRequest } from '#src/log/log.ts';

export interface AccessDeps {
  readonly log: Log;
  readonly newRequestId: () => string;
  /** Milliseconds from any fixed instant; only differences are used. */
  readonly monotonicMs: () => number;
}

/** Gives each request an id, says it in the answer, and writes one line when the answer is out. */
export function createAccessLog({ log, newRequestId, monotonicMs }: AccessDeps): RequestHandler {
  return (request, response, next) => {
    const startedAtMs = monotonicMs();
    const requestId = newRequestId();
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () =>
      logRequest(log, {
        method: request.method,
        path: request.originalUrl,
        status: response.statusCode,
        durationMs: monotonicMs() - startedAtMs,
        bytes: Number(response.getHeader('Content-Length') ?? 0),
        requestId,
      }),
    );
    next();
  };
}
