import type { Request, Response } from 'express';
import type { Askers } from './askers.ts';
import { cookieRules, cookiesOf, cookieValuesOf, VISIT } from './cookies.ts';

/** Whom a token is made for: the session of somebody signed in, or else a random cookie that means nothing. */
export interface Visitors {
  /** The visitor of a request; null without a session and without a valid cookie. */
  of(request: Request): string | null;
  /** Whether the request carries anything that a forger could make use of. */
  isIdentified(request: Request): boolean;
  /** The visitor, setting the cookie when there is none. Only for pages that hold a form, never on API answers. */
  ensure(request: Request, response: Response): string;
}

const FORM = /^[\w-]{22}$/;

export function createVisitors(deps: {
  randomBytes: (size: number) => Uint8Array;
  scheme: 'http' | 'https';
  askers: Pick<Askers, 'sessionIdOf'>;
}): Visitors {
  const of = (request: Request) => {
    const sessionId = deps.askers.sessionIdOf(request);
    if (sessionId !== null) return `sess:${sessionId}`;
    const value = cookiesOf(request)[VISIT];
    if (value === undefined || FORM.test(value)) return value ?? null;
    return cookieValuesOf(request, VISIT).find((one) => FORM.test(one)) ?? null;
  };
  return {
    of,
    // A sign-in that has ended is no authority that a forger could borrow.
    isIdentified: (request) => of(request) !== null || cookiesOf(request)[VISIT] !== undefined,
    ensure: (request, response) => {
      const known = of(request);
      if (known !== null) return known;
      const fresh = Buffer.from(deps.randomBytes(16)).toString('base64url');
      response.cookie(VISIT, fresh, cookieRules(deps.scheme));
      return fresh;
    },
  };
}
