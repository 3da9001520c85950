import type { Request } from 'express';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request asks for nothing to be changed (RFC 9110, 9.2.1). */
export function isSafe({ method }: Pick<Request, 'method'>): boolean {
  return SAFE.has(method);
}
