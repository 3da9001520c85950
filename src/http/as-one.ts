import type { NextFunction, RequestHandler } from 'express';

/**
 * One handler made of several, each for every request: Express would look at the path before each of them, and
 * that is most of what the quick ones cost.
 */
export function asOne(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const pass = (at: number) => {
      const goOn: NextFunction = (error?: unknown) => (error === undefined ? pass(at + 1) : next(error));
      // As Express does for each of its own: whoever called may be the event loop, and an error would end the process.
      try {
        const answer: unknown = handlers[at]?.(request, response, at + 1 < handlers.length ? goOn : next);
        if (answer instanceof Promise) answer.catch(next);
      } catch (error) {
        next(error);
      }
    };
    pass(0);
  };
}
