import type { RequestHandler } from 'express';
import type { Askers } from './askers.ts';
import type { Refuse } from './routes.ts';

/** What a customer shares after the sign-in has ended must not silently become nobody's. */
export function createSignedOutGate(askers: Pick<Askers, 'of'>, refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    const asker = askers.of(request);
    if (asker.kind === 'customer' || !asker.isTurnedAway) return next();
    refuse(request, response, { kind: 'signed-out' });
  };
}
