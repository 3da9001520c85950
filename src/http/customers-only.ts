import type { Request, RequestHandler, Response } from 'express';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import type { Askers } from './askers.ts';

export type CustomerHandler = (request: Request, response: Response, asker: CustomerAsker) => Promise<void>;

/** A page for customers; anybody else signs in first and comes back. */
export function forCustomers(askers: Askers, handle: CustomerHandler): RequestHandler {
  return async (request, response) => {
    const asker = askers.of(request);
    if (asker.kind === 'customer') await handle(request, response, asker);
    else askers.askToSignIn(request, response);
  };
}
