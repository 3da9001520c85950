import { parseCookie } from 'cookie';
import type { Request } from 'express';

/** The request's cookies; text from outside. */
export function cookiesOf(request: Pick<Request, 'headers'>): Readonly<Record<string, string | undefined>> {
  const header = request.headers.cookie;
  return header === undefined ? {} : parseCookie(header);
}
