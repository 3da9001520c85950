import type { Request, RequestHandler, Response } from 'express';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import type { Askers } from './askers.ts';
import type { Refusal } from './refusals.ts';
import type { Refuse } from './routes.ts';

export type CustomerHandler = (request: Request, response: Response, asker: CustomerAsker) => Promise<void> | void;

/** For customers; anybody else is answered by `otherwise`: signs in first and comes back, if nothing else is said. */
export function forCustomers(
  askers: Pick<Askers, 'of' | 'askToSignIn'>,
  handle: CustomerHandler,
  otherwise: (request: Request, response: Response) => void = askers.askToSignIn,
): RequestHandler {
  return async (request, response) => {
    const asker = askers.of(request);
    if (asker.kind === 'customer') await handle(request, response, asker);
    else otherwise(request, response);
  };
}

/** The same for pages with forms: a form is not sent twice, so whoever signs in for one comes to `list` then. */
export function forCustomersOr(
  list: string,
  askers: Pick<Askers, 'of' | 'askToSignIn'>,
  handle: CustomerHandler,
): RequestHandler {
  return forCustomers(askers, handle, (request, response) => {
    askers.askToSignIn(request, response, request.method === 'POST' ? list : request.originalUrl);
  });
}

/** The same for the API: anybody else is refused. */
export function forCustomersAlone(askers: Pick<Askers, 'of' | 'askToSignIn'>, refuse: Refuse) {
  return (handle: CustomerHandler): RequestHandler =>
    forCustomers(askers, handle, (request, response) => refuse(request, response, { kind: 'not-authorized' }));
}

/** Refuses customers, too, with what they lack: a plan that has it, for one. */
export function refusing(refuse: Refuse): (refusal: Refusal) => CustomerHandler {
  return (refusal) => (request, response) => refuse(request, response, refusal);
}
