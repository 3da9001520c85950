import type { Request, RequestHandler, Response } from 'express';
import type { Plans } from '#src/features/plans/plan.ts';
import type { Askers } from '#src/http/askers.ts';
import type { RefuseByPage } from '#src/http/routes.ts';
import type { RateGroup } from '#src/values/rate-groups.ts';
import type { RateLimiter, Standing } from './rate-limiter.ts';
import { type GroupOf, groupOfCall, groupOfPage } from './request-groups.ts';

/** How many requests in one window; null for any number. */
export type RateRules = Readonly<Record<'perAddress' | 'perAccount', Readonly<Record<RateGroup, number | null>>>>;

export interface RateLimitDeps {
  /** null: nothing is limited. */
  readonly limiter: RateLimiter | null;
  readonly rules: RateRules;
  readonly windowSeconds: number;
  readonly askers: Pick<Askers, 'of'>;
  readonly plans: Plans;
  /** What limits count by: the network a request comes from. */
  readonly networkOf: (request: Request) => string;
  readonly countLimited: (group: RateGroup) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Mounted behind what recognises the asker, and before everything that acts. */
export interface RateLimits {
  /** For the API, of both versions. */
  calls(refuse: RefuseByPage): RequestHandler;
  pages(refuse: RefuseByPage): RequestHandler;
}

/** A name that requests are counted under; `policy` is what the headers call it. */
interface Counted {
  readonly policy: string;
  readonly name: string;
  readonly limit: number;
}

export function createRateLimits(deps: RateLimitDeps): RateLimits {
  const { limiter } = deps;
  const limit = (groupOf: GroupOf, refuse: RefuseByPage): RequestHandler => {
    if (limiter === null) return (_request, _response, next) => next();
    return (request, response, next) => {
      const group = groupOf(methodOf(request), request.path) ?? groupOfOwn(deps, request);
      const counted = group === null ? [] : countedOf(deps, request, group);
      if (group === null || counted.length === 0) return next();
      const decide = (standings: readonly Standing[]) => {
        announce(deps, response, { counted, standings });
        const waits = standings.filter(({ isAllowed }) => !isAllowed).map(({ endsAtMs }) => endsAtMs - deps.now());
        if (waits.length === 0) return next();
        giveBack(limiter, counted, standings);
        deps.countLimited(group);
        const seconds = secondsOf(Math.max(...waits));
        return refuse(request, response, { kind: 'rate-limited', values: { count: seconds }, retryAfter: seconds });
      };
      const standings = counted.map(({ name, limit }) => limiter.take(name, limit));
      return standings.every(isKnown) ? decide(standings) : Promise.all(standings).then(decide);
    };
  };
  return {
    calls: (refuse) => limit(groupOfCall, refuse),
    pages: (refuse) => limit(groupOfPage, refuse),
  };
}

/** A request that one count refuses uses up nothing of the others. */
function giveBack(limiter: RateLimiter, counted: readonly Counted[], standings: readonly Standing[]): void {
  const allowed = counted.filter((_, at) => standings[at]?.isAllowed);
  for (const { name, limit } of allowed) limiter.giveBack(name, limit);
}

/** A browser's preflight carries no credentials. An OPTIONS that does is trying them, and counts like a call. */
function methodOf({ method, headers }: Request): string {
  const isTrying = headers.authorization !== undefined || headers.cookie !== undefined;
  return method === 'OPTIONS' && isTrying ? 'POST' : method;
}

/** A page that is not counted for visitors costs more for a customer: the session is read and the page drawn anew. */
function groupOfOwn({ askers }: RateLimitDeps, request: Request): RateGroup | null {
  return methodOf(request) !== 'OPTIONS' && askers.of(request).kind === 'customer' ? 'other' : null;
}

/**
 * Customers are counted by account and by address. Those whose plan has a rate factor of its own are counted by account
 * alone: their larger limit is not that of others behind the same address. Everybody else is counted by address.
 */
function countedOf(deps: RateLimitDeps, request: Request, group: RateGroup): readonly Counted[] {
  const asker = deps.askers.of(request);
  const [perAddress, perAccount] = [deps.rules.perAddress[group], deps.rules.perAccount[group]];
  const factor = deps.plans.of(asker).rateFactor;
  const counted: Counted[] = [];
  if (asker.kind === 'customer' && factor !== 0 && perAccount !== null) {
    const name = `${group} account ${asker.customer.custid}`;
    counted.push({ policy: `${group}-account`, name, limit: perAccount * factor });
  }
  if (factor === 1 && perAddress !== null) {
    const name = `${group} address ${deps.networkOf(request)}`;
    counted.push({ policy: `${group}-address`, name, limit: perAddress });
  }
  return counted;
}

function isKnown(standing: Standing | Promise<Standing>): standing is Standing {
  return !(standing instanceof Promise);
}

/**
 * Sets the headers of draft-ietf-httpapi-ratelimit-headers, and the older ones that many programs read. Those have room
 * for one limit: the one with the fewest requests left.
 */
function announce(
  { windowSeconds, now }: RateLimitDeps,
  response: Response,
  { counted, standings }: { counted: readonly Counted[]; standings: readonly Standing[] },
): void {
  const secondsLeft = ({ endsAtMs }: Standing) => secondsOf(endsAtMs - now());
  const tightest = standings.reduce((one, other) => (other.remaining < one.remaining ? other : one));
  const policies = counted.map(({ policy, limit }) => `"${policy}";q=${limit};w=${windowSeconds}`);
  const states = standings.map((one, at) => `"${counted[at]?.policy}";r=${one.remaining};t=${secondsLeft(one)}`);
  response.setHeader('RateLimit-Policy', policies.join(', '));
  response.setHeader('RateLimit', states.join(', '));
  response.setHeader('RateLimit-Limit', String(tightest.limit));
  response.setHeader('RateLimit-Remaining', String(tightest.remaining));
  response.setHeader('RateLimit-Reset', String(secondsLeft(tightest)));
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
