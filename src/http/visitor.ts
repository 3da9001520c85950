import type { Request, Response } from 'express';
import { cookiesOf } from './cookies.ts';

/** Who is asking, without an account: a random cookie that means nothing to anybody else. */
export interface Visitors {
  /** The visitor of a request; null when it carries no valid cookie. */
  of(request: Request): string | null;
  /** The same, setting the cookie when there is none. Only for pages that hold a form, never on API answers. */
  ensure(request: Request, response: Response): string;
}

const COOKIE = 'visit';
const FORM = /^[\w-]{22}$/;

export function createVisitors(deps: {
  randomBytes: (size: number) => Uint8Array;
  scheme: 'http' | 'https';
}): Visitors {
  const of = (request: Request) => {
    const value = cookiesOf(request)[COOKIE];
    return value !== undefined && FORM.test(value) ? value : null;
  };
  return {
    of,
    ensure: (request, response) => {
      const known = of(request);
      if (known !== null) return known;
      const fresh = Buffer.from(deps.randomBytes(16)).toString('base64url');
      response.cookie(COOKIE, fresh, { httpOnly: true, sameSite: 'lax', secure: deps.scheme === 'https', path: '/' });
      return fresh;
    },
  };
}
