import type { Request } from 'express';
import type { Refusal } from './refusals.ts';

/** Where one file may come, in one field of a form. Nowhere else is any file taken. */
export interface UploadRoute {
  /** Below the face. */
  readonly path: RegExp;
  readonly field: string;
  /** What is said of a form that is too large to be read. */
  readonly tooLarge: Refusal;
}

/** Files that came with requests; never among the fields of their bodies. */
export interface Uploads {
  /** The route a request is for; null where no file is taken. */
  routeOf(request: Request): UploadRoute | null;
  keep(request: Request, bytes: Uint8Array): void;
  /** null where none came. */
  of(request: Request): Uint8Array | null;
}

export function createUploads(routes: readonly UploadRoute[]): Uploads {
  const kept = new WeakMap<Request, Uint8Array>();
  return {
    routeOf: ({ method, path }) => (method === 'POST' && routes.find((route) => route.path.test(path))) || null,
    keep: (request, bytes) => void kept.set(request, bytes),
    of: (request) => kept.get(request) ?? null,
  };
}
