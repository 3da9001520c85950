import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { noticeKey } from '#src/http/notices.ts';
import { pageStatusOf, type Refusal } from '#src/http/refusals.ts';
import { addRoute } from '#src/http/routes.ts';
import { createFormProps, createFromForm } from './create-form-http.ts';
import { closedBy, ownerOf, type SecretFaceDeps } from './secret-http.ts';

/** The creation form of a visitor and what a browser without JavaScript posts from it. */
export function createHomePages(deps: SecretFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const get: RequestHandler = async (request, response) => {
    if (ownerOf(deps, request) !== null) response.redirect(303, '/dashboard');
    else await showHome(deps, request, response, null);
  };
  const post: RequestHandler = async (request, response) => {
    const created = await createFromForm(deps, request, response);
    if (created.ok) response.redirect(303, `/private/${created.value.metadataKey}`);
    else await showHome(deps, request, response, created.failure);
  };
  addRoute(router, '/', { get, post }, deps.answers.refusePage);
  return router;
}

/** The home page, with what was wrong with its form. */
export async function showHome(
  deps: SecretFaceDeps,
  request: Request,
  response: Response,
  refusal: Refusal | null,
): Promise<void> {
  // Somebody who has typed a text gets it back, whatever stands in its way.
  const closed = refusal === null ? await closedBy(deps, request) : null;
  const notice = refusal === null ? noticeKey('home', request.query.notice) : null;
  const props = {
    tagline: deps.tagline,
    notice: notice && deps.answers.text(request, response, notice),
    form: await createFormProps(deps, request, response, { action: '/', refusal }),
    closed: closed && deps.answers.messageOf(request, response, closed),
  };
  deps.answers.page(request, response, { name: 'home', props }, pageStatusOf(refusal));
}
