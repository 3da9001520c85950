import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { DAY_MS } from '#src/values/spans.ts';

/** Names somebody who is signed in. */
export const SESSION = 'sess';
/** Names a visitor who is not signed in, for the tokens of forms. */
export const VISIT = 'visit';
/** Our code of the language that was chosen. Read by scripts too, and says nothing about anybody: not HttpOnly. */
export const LOCALE = 'locale';

/** As long as browsers keep any. */
export const LONGEST_COOKIE_MS = 400 * DAY_MS;

/** How our cookies are set and cleared. The configuration decides whether this is https, not what a proxy says. */
export function cookieRules(scheme: 'http' | 'https') {
  return { httpOnly: true, sameSite: 'lax', secure: scheme === 'https', path: '/' } as const;
}

/** The request's cookies; text from outside. */
export function cookiesOf(request: Pick<Request, 'headers'>): Readonly<Record<string, string | undefined>> {
  const header = request.headers.cookie;
  return header === undefined ? {} : parseCookie(header);
}

/** More than all paths and parent domains of a page can have; each costs a look, and a session's a signature. */
const MOST_VALUES = 50;

/**
 * The values of one name, as the browser sends them: what another program has set for the whole domain may come before
 * what we have set for our name alone, and for less than the whole site it does (RFC 6265, 5.4). So the last ones count.
 */
export function cookieValuesOf({ headers }: Pick<Request, 'headers'>, name: string): readonly string[] {
  const pairs = (headers.cookie ?? '').split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return pairs.slice(-MOST_VALUES).flatMap((pair) => parseCookie(pair)[name] ?? []);
}
