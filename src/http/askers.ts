import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { AccountStore } from '#src/features/accounts/account-store.ts';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { ANONYMOUS, type Asker } from '#src/features/sessions/asker.ts';
import { beginSession, type SessionFacts, type SessionRules } from '#src/features/sessions/session.ts';
import type { SessionStore } from '#src/features/sessions/session-store.ts';
import { readMailAddress } from '#src/values/mail-address.ts';
import { cookieRules, cookiesOf, cookieValuesOf, LOCALE, LONGEST_COOKIE_MS, SESSION, VISIT } from './cookies.ts';
import { readBasicCredentials } from './credentials.ts';
import { isSessionForm, readSessionId, type SignedSession, sessionCookieValue } from './session-cookie.ts';
import { createSessionLook } from './session-look.ts';
import { createSessionStart } from './session-start.ts';

/** Who is asking, by session cookie or API token. */
export interface Askers {
  /** Looks a visitor up by the cookie; comes before everything that calls `of`. Writes nothing without one. */
  readonly recogniseVisitor: RequestHandler;
  /** The same for the API, where HTTP Basic credentials come before the cookie. */
  readonly recogniseProgram: RequestHandler;
  /** Before it: what an open page asks again and again by itself. A sign-in is not in use by that. */
  readonly leaveUnused: RequestHandler;
  /** The same for API v1, to which cookies say nothing. */
  readonly recogniseToken: RequestHandler;
  /** The asker of a request that has passed one of them; anybody else is anonymous. */
  of(request: Request): Asker;
  /** By role, or named in the configuration with an address proven by mail. */
  isColonel(customer: Customer): boolean;
  /** Id of the session this request was recognised by, or that it has begun; null without. */
  sessionIdOf(request: Request): string | null;
  /** Signs in: the session id changes, whatever it was before. The cookie goes out with the answer. */
  begin(
    request: Request,
    response: Response,
    customer: Customer,
    options: { readonly isRemembered: boolean },
  ): Promise<void>;
  /** Whether the session of this request outlives the browser's: for the one that takes its place. */
  isRemembered(request: Request): boolean;
  /** Sends somebody who must be signed in for this page to sign in, and afterwards back again or to `path`. */
  askToSignIn(request: Request, response: Response, path?: string): void;
  /** Ends this session on the server and clears the cookies `sess` and `locale`. Harmless without one. */
  end(request: Request, response: Response): Promise<void>;
}

export interface AskersDeps {
  /** Under the site's own name; under a customer's nobody is known, whatever they carry. */
  readonly isOwnName: (request: Request) => boolean;
  /** Without accounts nobody is a customer, whatever was signed in before. */
  readonly hasAccounts: boolean;
  /** Without it there is no page to sign in on. */
  readonly hasSignin: boolean;
  readonly sessions: SessionStore;
  readonly accounts: Pick<AccountStore, 'find'>;
  /** The first signs the cookie, any of them is accepted: a stolen store alone opens no session. */
  readonly cookieSecrets: readonly string[];
  readonly scheme: 'http' | 'https';
  readonly rules: SessionRules;
  /** In lower case; they count only for addresses proven by mail. */
  readonly colonels: readonly string[];
  readonly isApiToken: (token: string, keptHash: string) => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** By which a request was recognised, or which it has begun. */
interface AskersSession extends SignedSession {
  readonly facts: SessionFacts;
}

const TURNED_AWAY: Asker = { kind: 'anonymous', isTurnedAway: true };
/** Each costs a look. Ours is one, and each of the few domains above our name may have set another for the whole site. */
const MOST_SESSIONS = 5;
/** As long as a hash, and none. */
const NOBODYS_TOKEN_HASH = '-'.repeat(43);

export function createAskers(deps: AskersDeps): Askers {
  const known = new WeakMap<Request, Asker>();
  const sessions = new WeakMap<Request, AskersSession>();
  const unused = new WeakSet<Request>();
  const secrets = deps.cookieSecrets;
  const cookie = cookieRules(deps.scheme);
  const look = createSessionLook(deps);
  const start = createSessionStart({ sessions: deps.sessions, secrets, cookie, scheme: deps.scheme });

  const isColonel = (customer: Customer) =>
    customer.role === 'colonel' || (customer.isMailProven && deps.colonels.includes(customer.custid));
  const asCustomer = (customer: Customer, by: 'session' | 'token'): Asker => ({
    ...{ kind: 'customer', customer, by, isColonel: isColonel(customer) },
  });

  /** By the first that holds: one that has ended may have been set for the whole domain by somebody else's program. */
  async function byCookie(request: Request): Promise<Asker> {
    const values = cookieValuesOf(request, SESSION);
    if (values.length === 0 || !deps.hasAccounts || !deps.isOwnName(request)) return ANONYMOUS;
    for (const signed of signedAmong(values)) {
      const asker = await bySession(request, signed);
      if (asker !== null) return asker;
    }
    return values.some(isSessionForm) ? TURNED_AWAY : ANONYMOUS;
  }

  async function bySession(request: Request, signed: SignedSession): Promise<Asker | null> {
    const [session, customer] = await look.findBoth(signed.id);
    if (session === null || customer?.epoch !== session.facts.epoch) return null;
    sessions.set(request, { ...signed, facts: session.facts });
    if (!unused.has(request)) await look.noteSeen(signed.id, session);
    return asCustomer(customer, 'session');
  }

  /** Each once. Cookies for less than the whole site, of which a neighbour can set any number, come before ours. */
  function signedAmong(values: readonly string[]): readonly SignedSession[] {
    const signed = values.flatMap((value) => readSessionId(value, secrets) ?? []);
    const byId = new Map(signed.map((one) => [one.id, one]));
    return [...byId.values()].slice(-MOST_SESSIONS);
  }

  /** The cookie of a session that began under an earlier secret is signed anew, to last longer than that. */
  function signAnew(request: Request, response: Response): void {
    const session = sessions.get(request);
    if (session === undefined || session.isFresh) return;
    const maxAge = session.facts.isRemembered ? { maxAge: LONGEST_COOKIE_MS } : {};
    response.cookie(SESSION, sessionCookieValue(session.id, secrets[0] ?? ''), { ...cookie, ...maxAge });
  }

  async function byCredentials(request: Request, authorization: string): Promise<Asker> {
    const credentials = readBasicCredentials(authorization);
    if (credentials === null || !deps.hasAccounts || !deps.isOwnName(request)) return TURNED_AWAY;
    const customer = await deps.accounts.find((readMailAddress(credentials.name) ?? '') as CustId);
    // The same work for an address without an account or without a token.
    const isRight = deps.isApiToken(credentials.password, customer?.apiTokenHash ?? NOBODYS_TOKEN_HASH);
    return customer?.apiTokenHash && isRight ? asCustomer(customer, 'token') : TURNED_AWAY;
  }

  async function note(request: Request, asker: Promise<Asker>, next: NextFunction): Promise<void> {
    known.set(request, await asker);
    next();
  }

  // Most of those who ask are nobody; that is known at once.
  return {
    recogniseVisitor: async (request, response, next) => {
      if (request.headers.cookie === undefined) return next();
      const asker = await byCookie(request);
      known.set(request, asker);
      if (asker === TURNED_AWAY) response.clearCookie(SESSION, cookie);
      signAnew(request, response);
      next();
    },
    // Clears no cookie: an answer that comes late would take the sign-in that has just replaced this one.
    recogniseProgram: (request, _response, next) => {
      const { authorization, cookie } = request.headers;
      if (authorization !== undefined) return note(request, byCredentials(request, authorization), next);
      return cookie === undefined ? next() : note(request, byCookie(request), next);
    },
    leaveUnused: (request, _response, next) => {
      unused.add(request);
      next();
    },
    recogniseToken: (request, _response, next) => {
      const { authorization } = request.headers;
      return authorization === undefined ? next() : note(request, byCredentials(request, authorization), next);
    },
    isColonel,
    of: (request) => known.get(request) ?? ANONYMOUS,
    sessionIdOf: (request) => sessions.get(request)?.id ?? null,
    begin: async (request, response, customer, { isRemembered }) => {
      await start.load(request, response);
      const facts = beginSession(customer, isRemembered, deps.rules, deps.now());
      await start.keep(request, facts);
      // Else tokens from before the sign-in would be good again after it.
      if (cookiesOf(request)[VISIT] !== undefined) response.clearCookie(VISIT, cookie);
      sessions.set(request, { id: request.sessionID, facts, isFresh: true });
      known.set(request, asCustomer(customer, 'session'));
    },
    isRemembered: (request) => sessions.get(request)?.facts.isRemembered ?? false,
    askToSignIn: (request, response, path = request.originalUrl) => {
      const redirect = new URLSearchParams({ redirect: path });
      response.redirect(303, deps.hasSignin ? `/signin?${redirect}` : '/');
    },
    end: async (request, response) => {
      const own = sessions.get(request);
      // Whichever of them it was recognised by, the browser has none of ours afterwards.
      const carried = own === undefined ? [] : [own, ...signedAmong(cookieValuesOf(request, SESSION))];
      for (const id of new Set(carried.map((session) => session.id))) await look.destroy(id);
      known.set(request, ANONYMOUS);
      sessions.delete(request);
      response.clearCookie(SESSION, cookie);
      response.clearCookie(LOCALE, { ...cookie, httpOnly: false });
    },
  };
}
