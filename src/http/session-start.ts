import type { CookieOptions, Request, Response } from 'express';
import session from 'express-session';
import type { SessionFacts } from '#src/features/sessions/session.ts';
import type { SessionStore } from '#src/features/sessions/session-store.ts';
import { LONGEST_COOKIE_MS, SESSION } from './cookies.ts';
import { SessionRows } from './session-rows.ts';
import { settled } from './settled.ts';

declare module 'express-session' {
  interface SessionData {
    facts?: SessionFacts;
  }
}

/** How a session begins: `load`, then `keep`. */
export interface SessionStart {
  /** Gives the request the session that it carries, or an empty one. */
  load(request: Request, response: Response): Promise<void>;
  /** Keeps a new one, under a new id, in the place of the one that was loaded. Where it fails the request has none. */
  keep(request: Request, facts: SessionFacts): Promise<void>;
}

export interface SessionStartDeps {
  readonly sessions: SessionStore;
  /** The first signs. */
  readonly secrets: readonly string[];
  readonly cookie: CookieOptions;
  readonly scheme: 'http' | 'https';
}

/** By express-session, which is mounted only where a session begins. */
export function createSessionStart({ sessions, secrets, cookie, scheme }: SessionStartDeps): SessionStart {
  const withSession = session({
    ...{ name: SESSION, store: new SessionRows(sessions.rows), secret: [...secrets] },
    ...{ resave: false, saveUninitialized: false },
    cookie,
  });

  async function replace(request: Request, facts: SessionFacts): Promise<void> {
    await settled((done) => request.session.regenerate(done));
    request.session.facts = facts;
    // The server ends it by its own clock.
    if (facts.isRemembered) request.session.cookie.maxAge = LONGEST_COOKIE_MS;
    await settled((done) => request.session.save(done));
    await sessions.renew(request.sessionID, { cookie: request.session.cookie, facts });
  }

  return {
    load: (request, response) => {
      // The configuration decides whether this is https, not what a proxy says.
      Object.defineProperty(request, 'secure', { value: scheme === 'https', configurable: true });
      return settled((done) => withSession(request, response, done));
    },
    keep: async (request, facts) => {
      await replace(request, facts).catch((error) => {
        // Else express-session would keep it with the answer that says it was not kept, or hold that answer for ever.
        Reflect.deleteProperty(request, 'session');
        throw error;
      });
    },
  };
}
