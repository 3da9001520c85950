import type { Request } from 'express';

export interface RequestIdDeps {
  readonly newUuid: () => string;
  /** Whether the request comes straight from a proxy of ours. */
  readonly isFromProxy: (request: Request) => boolean;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** As nginx makes them, and as the ids of traces are written. */
const HEX = /^[0-9a-f]{32}$/i;
/** W3C Trace Context, 3.2: version, id of the trace, id of the span, flags. */
const TRACE = /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Names each request, so that its lines can be found in every log that it has passed. A proxy of ours may have
 * named it already (`X-Request-Id`, or the trace of `traceparent`); nobody else may, and not in any other form.
 */
export function createRequestIds({ newUuid, isFromProxy }: RequestIdDeps): (request: Request) => string {
  return (request) => {
    const { 'x-request-id': given, traceparent: trace } = request.headers;
    if ((given === undefined && trace === undefined) || !isFromProxy(request)) return newUuid();
    if (typeof given === 'string' && (UUID.test(given) || HEX.test(given))) return given.toLowerCase();
    return TRACE.exec(String(trace))?.[1] ?? newUuid();
  };
}
