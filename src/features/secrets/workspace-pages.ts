import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { forCustomers } from '#src/http/customers-only.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { createFromForm } from './create-form-http.ts';
import { showHome } from './home-pages.ts';
import { presentRecentPage } from './recent-present.ts';
import { ownerOf, presentContext, type SecretFaceDeps } from './secret-http.ts';
import type { DrawWorkspace } from './workspace-http.ts';

/** The customer's own places for secrets: the dashboard with its form, and the recent ones. */
export function createWorkspacePages(deps: SecretFaceDeps, draw: DrawWorkspace): Router {
  const router = express.Router({ caseSensitive: true });
  const refuse = deps.answers.refusePage;
  const dashboard = forCustomers(deps.askers, (request, response, { customer }) =>
    draw(request, response, customer, { screen: 'dashboard' }),
  );
  addRoute(router, '/dashboard', { get: dashboard, post: create(deps, draw) }, refuse);
  addRoute(router, '/recent', { get: showRecent(deps, draw) }, refuse);
  return router;
}

function create(deps: SecretFaceDeps, draw: DrawWorkspace): RequestHandler {
  return async (request, response) => {
    if (ownerOf(deps, request) === null) return showDashboard(deps, draw, request, response, { kind: 'signed-out' });
    const created = await createFromForm(deps, request, response);
    if (created.ok) response.redirect(303, `/private/${created.value.metadataKey}`);
    else await showDashboard(deps, draw, request, response, created.failure);
  };
}

/** The form of the dashboard, with what was wrong with it. */
export async function showDashboard(
  deps: SecretFaceDeps,
  draw: DrawWorkspace,
  request: Request,
  response: Response,
  refusal: Refusal,
): Promise<void> {
  const owner = ownerOf(deps, request);
  // The home page has the same form: what was typed while the sign-in ended is not lost.
  if (owner === null) await showHome(deps, request, response, refusal);
  else await draw(request, response, owner, { screen: 'dashboard' }, { refusal });
}

function showRecent(deps: SecretFaceDeps, draw: DrawWorkspace): RequestHandler {
  return forCustomers(deps.askers, async (request, response, { customer }) => {
    const sent = await deps.service.owner.recent(customer);
    const list = presentRecentPage(sent, presentContext(deps, request, response));
    await draw(request, response, customer, { screen: 'recent', list });
  });
}
