import type { Express } from 'express';

interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
  readonly rawPath: unknown;
}

export interface MountedRoute {
  /** With its mount: '/api/v2/secret/:key'. */
  readonly pattern: string;
  /** In lower case, those that are handled and not only refused. */
  readonly methods: readonly string[];
}

/** Everything that Express has been given: routes, and what routers are mounted at. */
export function tableOf(app: Express): {
  readonly routes: readonly MountedRoute[];
  readonly mounts: readonly string[];
} {
  const routes: MountedRoute[] = [];
  const mounts = new Set<string>();
  const visit = (stack: readonly Layer[], mount: string) => {
    for (const { route, handle, rawPath } of stack) {
      if (route) {
        const methods = Object.keys(route.methods).filter((method) => method !== '_all');
        routes.push(...[route.path].flat().map((path) => ({ pattern: `${mount}${path}`, methods })));
      }
      if (!route && rawPath !== '/' && !String(rawPath).includes(':')) mounts.add(String(rawPath));
      if (handle.stack) visit(handle.stack, rawPath === '/' ? mount : `${mount}${rawPath}`);
    }
  };
  visit((app as unknown as { router: { stack: readonly Layer[] } }).router.stack, '');
  return { routes, mounts: [...mounts] };
}
