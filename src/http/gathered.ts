import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { isSafe } from './safe-method.ts';

interface Waiting {
  readonly request: Request;
  readonly goOn: NextFunction;
}

/** Fewer in one go cost more each; more leave disk and Redis with nothing to do while they are prepared. */
const SHARE = 8;

/**
 * Lets all requests that came in one turn of the event loop go on together at its end. Read and answered one by one
 * they take half as long again: between two of a kind the processor forgets the way. Those that may change something go
 * on in shares, each once the share before has asked the store, which so works on one while the next is prepared; all
 * at once, they and the store would wait for each other. Whoever has hung up meanwhile is left out.
 */
export function createGathering(): RequestHandler {
  const gatherAll = createGatherer(Number.POSITIVE_INFINITY);
  const gatherShares = createGatherer(SHARE);
  return (request, _response, goOn) => {
    const gather = isSafe(request) ? gatherAll : gatherShares;
    gather({ request, goOn });
  };
}

/** At most so many go on in one go, in the order they came. */
function createGatherer(most: number): (one: Waiting) => void {
  const waiting: Waiting[] = [];

  function goOnTogether(): void {
    const group = waiting.splice(0, most);
    // Not the very next turn: what these ask of the store goes out at its start.
    if (waiting.length > 0) setImmediate(() => setImmediate(goOnTogether));
    for (const { request, goOn } of group) if (!request.destroyed) goOn();
  }

  return (one) => {
    if (waiting.length === 0) setImmediate(goOnTogether);
    waiting.push(one);
  };
}

interface Ready {
  readonly response: Response;
  readonly body: string | Buffer;
  readonly encoding: BufferEncoding;
}

type End = (ready: Ready) => void;

/** Of the application's own values. */
const END = 'endTogether';

/**
 * From now on this application sends what is answered in one go, such as to all whose secrets are on the disk now, one
 * answer right behind the other. One that goes out alone wakes whoever reads it, and waking takes longer than writing.
 */
export function sendTogether(app: Express): void {
  let ready: Ready[] = [];
  const endAll = () => {
    const group = ready;
    ready = [];
    for (const { response, body, encoding } of group) response.end(body, encoding);
  };
  const end: End = (one) => {
    if (ready.length === 0) queueMicrotask(endAll);
    ready.push(one);
  };
  app.locals[END] = end;
}

/** Decides an answer, whose length stands in its headers: nothing of it can be changed any more. It goes out with others. */
export function endGathered(response: Response, body: string | Buffer, encoding: BufferEncoding = 'utf8'): void {
  const end = response.app.locals[END] as End | undefined;
  response.writeHead(response.statusCode);
  if (end) end({ response, body, encoding });
  else response.end(body, encoding);
}
