import type { RequestHandler } from 'express';
import { type BodyReading, createBodyReader } from './body.ts';

/**
 * Reads the body and, if that meant waiting, asks again who sent it: by holding back the last byte somebody could
 * otherwise act on a sign-in, a token or a role that has ended since the first one came.
 */
export function createLateBodyReader(reading: BodyReading, recognise: RequestHandler): RequestHandler {
  const read = createBodyReader(reading);
  return (request, response, next) => {
    if (request.complete) return read(request, response, next);
    return read(request, response, (error?: unknown) =>
      error === undefined ? recognise(request, response, next) : next(error),
    );
  };
}
