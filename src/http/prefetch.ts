import type { Request } from 'express';

/** A browser that loads ahead, or only asks what would come: nobody has followed the link yet. */
export function isPrefetch({ headers, method }: Request): boolean {
  return method === 'HEAD' || /prefetch|prerender/.test(`${headers['sec-purpose']} ${headers.purpose}`);
}
