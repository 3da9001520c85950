import type { Request, RequestHandler } from 'express';

/** Pages of other sites that may ask, as the Fetch Standard has it. */
export interface CrossOrigin {
  /** Says so in the answer, whatever it is, and answers the question that a browser asks first. */
  readonly open: RequestHandler;
  /** Whether this request was let in by it. Such a one has nothing to forge: it is nobody's. */
  isOpenTo(request: Request): boolean;
}

/** What a browser lets the page of another site read besides the answer itself. */
const EXPOSED = [
  ...['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  ...['Retry-After', 'X-Request-Id'],
].join(', ');
const QUESTION_LASTS_SECONDS = 7200;

/** For one face of POST routes alone. Never with credentials: what carries any is as foreign as before. */
export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const opened = new WeakSet<Request>();
  const allowed = (origin: string) => (origins.includes('*') ? '*' : origins.includes(origin) ? origin : null);
  return {
    isOpenTo: (request) => opened.has(request),
    open: (request, response, next) => {
      const { origin } = request.headers;
      if (origins.length > 0 && !origins.includes('*')) response.vary('Origin');
      const answerTo = origin === undefined || isIdentified(request) ? null : allowed(origin);
      if (answerTo === null) return next();
      const wants = request.headers['access-control-request-method'];
      const isQuestion = request.method === 'OPTIONS' && wants !== undefined;
      if (!isQuestion && request.method !== 'POST') return next();
      response.setHeader('Access-Control-Allow-Origin', answerTo);
      response.setHeader('Access-Control-Expose-Headers', EXPOSED);
      opened.add(request);
      if (!isQuestion) return next();
      response.setHeader('Access-Control-Allow-Methods', 'POST');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
      response.setHeader('Access-Control-Max-Age', String(QUESTION_LASTS_SECONDS));
      response.status(204).end();
    },
  };
}

function isIdentified({ headers }: Request): boolean {
  return headers.cookie !== undefined || headers.authorization !== undefined;
}
