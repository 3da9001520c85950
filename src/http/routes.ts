import type { Request, RequestHandler, Response, Router } from 'express';
import type { Refusal } from './refusals.ts';

export interface RouteHandlers {
  readonly get?: RequestHandler;
  readonly post?: RequestHandler;
}

export type Refuse = (request: Request, response: Response, refusal: Refusal) => void;

/** Mounts a path with its methods; any other method is refused with 405 and says which are allowed. */
export function addRoute(router: Router, path: string | string[], handlers: RouteHandlers, refuse: Refuse): void {
  const route = router.route(path);
  if (handlers.get) route.get(handlers.get);
  if (handlers.post) route.post(handlers.post);
  const allowed = [handlers.get && 'GET, HEAD', handlers.post && 'POST', 'OPTIONS'].filter(Boolean).join(', ');
  route.all((request, response) => {
    response.setHeader('Allow', allowed);
    if (request.method === 'OPTIONS') response.status(204).end();
    else refuse(request, response, { kind: 'method-not-allowed' });
  });
}
