import type { Request, RequestHandler, Response, Router } from 'express';
import type { Refusal } from './refusals.ts';

export interface RouteHandlers {
  readonly get?: RequestHandler;
  readonly post?: RequestHandler;
}

export type Refuse = (request: Request, response: Response, refusal: Refusal) => void;

/** The same with a page or a form, which may need the store. Its promise is to be awaited or returned, as a handler's. */
export type RefuseByPage = (request: Request, response: Response, refusal: Refusal) => void | Promise<void>;

/** For a GET of an address that only takes a form: whoever comes back to a form that was refused there is led to its page. */
export function leadTo(pathOf: (request: Request) => string): RequestHandler {
  return (request, response) => response.redirect(303, pathOf(request));
}

/** Mounts a path with its methods; any other method is refused with 405 and says which are allowed. */
export function addRoute(router: Router, path: string, handlers: RouteHandlers, refuse: Refuse): void {
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

/** What the faces are mounted at. */
export const MOUNTS: ReadonlySet<string> = new Set(['/api/v1', '/api/v2', '/api', '/billing/webhook', '/static']);

/**
 * The pattern of the route that a request has reached, such as '/api/v2/secret/:key', in our own words; null for
 * none. Where else Express says it is mounted stands as the visitor wrote it, and may hold a key.
 */
export function routeOf({ baseUrl, route }: Pick<Request, 'baseUrl' | 'route'>): string | null {
  const written = baseUrl.toLowerCase();
  const mount = MOUNTS.has(written) ? written : '';
  if (typeof route?.path === 'string') return mount === '' ? route.path : `${mount}${route.path}`;
  return mount === '/static' ? mount : null;
}
