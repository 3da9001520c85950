import { parseCookie } from 'cookie';
import type { Request } from 'express';

/** Names a visitor who is not signed in, for the tokens of forms. */
export const VISIT = 'visit';

/** The request's cookies; text from outside. */
export function cookiesOf(request: Pick<Request, 'headers'>): Readonly<Record<string, string | undefined>> {
  const header = request.headers.cookie;
  return header === undefined ? {} : parseCookie(header);
}

/**
 * Every value of one name, as the browser sends them: what another program has set for the whole domain may come before
 * what we have set for our name alone (RFC 6265, 5.4).
 */
export function cookieValuesOf({ headers }: Pick<Request, 'headers'>, name: string): readonly string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => parseCookie(pair)[name] ?? []);
}
