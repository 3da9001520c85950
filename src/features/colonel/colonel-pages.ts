import express, { type Router } from 'express';
import type { DrawWorkspace } from '#src/features/secrets/workspace-http.ts';
import { forCustomers } from '#src/http/customers-only.ts';
import { addRoute } from '#src/http/routes.ts';
import type { ColonelFaceDeps } from './colonel-api.ts';

/** The administrator's page; with and without a slash at its end. A customer who is none gets 404. */
export function createColonelPages(deps: ColonelFaceDeps, draw: DrawWorkspace): Router {
  const router = express.Router({ caseSensitive: true });
  const get = forCustomers(deps.askers, async (request, response, { customer, isColonel }) => {
    if (!isColonel) return deps.answers.refusePage(request, response, { kind: 'not-found' });
    await draw(request, response, customer, { screen: 'colonel', colonel: await deps.overview() });
  });
  addRoute(router, '/colonel', { get }, deps.answers.refusePage);
  return router;
}
