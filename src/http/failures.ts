import type { Request, RequestHandler, Response } from 'express';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { Refusal } from './refusals.ts';
import type { Refuse, RefuseByPage } from './routes.ts';

/** Express takes a handler of four arguments for errors. */
export type FailureHandler = (error: unknown, request: Request, response: Response, next: () => void) => unknown;

export interface FailureDeps {
  readonly refuse: RefuseByPage;
  /** Writes what happened beside the incident id, which is all that the visitor gets, and the id of the request. */
  readonly report: (error: unknown, incident: string, requestId: string) => void;
  /** Of a store that is away, which every request meets: the visitor is told so, and needs no incident. */
  readonly reportOutage: (error: StoreUnavailable, requestId: string) => void;
  readonly newIncident: () => string;
}

/** The unexpected is caught here, once. */
export function createFailureHandler({ refuse, report, reportOutage, newIncident }: FailureDeps): FailureHandler {
  return (error, request, response, _next) => {
    const requestId = String(response.getHeader('X-Request-Id') ?? '');
    const refusal = knownRefusal(error, requestId) ?? unexpected();
    if (response.headersSent) return response.destroy();
    return refuse(request, response, refusal);

    function unexpected(): Refusal {
      const incident = newIncident();
      report(error, incident, requestId);
      return { kind: 'unexpected', incident };
    }
  };

  function knownRefusal(error: unknown, requestId: string): Refusal | null {
    if (error instanceof StoreUnavailable) {
      reportOutage(error, requestId);
      return error.isUnchanged ? { kind: 'store-away', retryAfter: 5 } : { kind: 'store-uncertain', retryAfter: 5 };
    }
    // A path that cannot be decoded.
    return isClientError(error) ? { kind: 'malformed' } : null;
  }
}

export function createNotFound(refuse: Refuse): RequestHandler {
  return (request, response) => refuse(request, response, { kind: 'not-found' });
}

function isClientError(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400;
}
