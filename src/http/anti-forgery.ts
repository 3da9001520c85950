import type { Request, Response } from 'express';
import lusca from 'lusca';
import type { ShrimpMint } from '#src/features/sessions/shrimp.ts';
import type { Askers } from './askers.ts';
import type { Visitors } from './visitor.ts';

export interface AntiForgery {
  /**
   * True if a state-changing request was not made by a page of ours in this visitor's browser.
   * The one place that knows who is exempt (docs/decisions.md, 'Session and anti-forgery').
   */
  isForged(request: Request, response: Response): boolean;
  /**
   * The same for forms that would do harm even to somebody without any cookie, such as signing in as
   * somebody else: they always need a token.
   */
  isForgedForm(request: Request, response: Response): boolean;
  /** The browser itself says that another site made it. */
  isFromAnotherSite(request: Request): boolean;
  /** A fresh token for the answer to this request; for pages with a form `visitor` has just been ensured. */
  tokenFor(visitor: string | null): string;
  /** Whether this token is good for the visitor who sends it. */
  isGenuine(request: Request, token: unknown): boolean;
}

/** Programs without cookies have nothing to forge, and get a well-formed token all the same. */
const NOBODY = '';
/** Such a token is good for nobody else, so one serves them all for a while. */
const NOBODYS_TOKEN_SERVES_MS = 60_000;

interface AntiForgeryDeps {
  readonly mint: ShrimpMint;
  readonly visitors: Visitors;
  readonly askers: Pick<Askers, 'of'>;
  readonly now: () => number;
}

/** What a program sends, under either name of the header. */
export function shrimpHeaderOf({ headers }: Pick<Request, 'headers'>): unknown {
  return headers['o-shrimp'] ?? headers['onetime-shrimp'];
}

export function createAntiForgery(deps: AntiForgeryDeps): AntiForgery {
  const { mint, visitors } = deps;
  const nobodysToken = keepFor(NOBODYS_TOKEN_SERVES_MS, deps.now, () => mint.mint(NOBODY));
  const isGenuine = (request: Request, token: unknown) => {
    const visitor = visitors.of(request) ?? (visitors.isIdentified(request) ? null : NOBODY);
    return visitor !== null && mint.isGenuine(visitor, token);
  };
  const check = lusca.csrf({
    key: 'shrimp',
    header: 'o-shrimp',
    impl: {
      create: (request: Request) => ({ token: mint.mint(visitors.of(request) ?? NOBODY), secret: null }),
      validate: (request: Request, token: unknown) => isGenuine(request, token ?? shrimpHeaderOf(request)),
    },
  } as unknown as Parameters<typeof lusca.csrf>[0]);
  const isWithoutToken = (request: Request, response: Response) => {
    let isRefused = false;
    check(request, response, (error?: unknown) => {
      isRefused = error !== undefined;
    });
    // lusca has set its own status; how a refusal looks is decided elsewhere.
    response.statusCode = 200;
    return isRefused;
  };
  /**
   * An API token, or nothing at all: nothing that a forger could use. The header alone is no proof: behind
   * a proxy with a password of its own browsers send one with everything.
   */
  const isExempt = (request: Request) => {
    const asker = deps.askers.of(request);
    return (asker.kind === 'customer' && asker.by === 'token') || !visitors.isIdentified(request);
  };
  return {
    isGenuine,
    isFromAnotherSite,
    tokenFor: (visitor) => (visitor === null ? nobodysToken() : mint.mint(visitor)),
    isForged: (request, response) =>
      isFromAnotherSite(request) || (!isExempt(request) && isWithoutToken(request, response)),
    isForgedForm: (request, response) =>
      isFromAnotherSite(request) || visitors.of(request) === null || isWithoutToken(request, response),
  };
}

/** Under `no-referrer` the Origin of a form is `null`, so the fetch metadata decide. */
function isFromAnotherSite(request: Request): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

/** Makes a value anew when the last one is older than that. */
function keepFor(lifeMs: number, now: () => number, make: () => string): () => string {
  let [value, madeAtMs] = ['', Number.NEGATIVE_INFINITY];
  return () => {
    if (now() - madeAtMs >= lifeMs) [value, madeAtMs] = [make(), now()];
    return value;
  };
}
