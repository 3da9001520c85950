import type { Request, RequestHandler } from 'express';
import type { Plans } from '#src/features/plans/plan.ts';
import type { AntiForgery } from './anti-forgery.ts';
import type { Askers } from './askers.ts';
import { askForCredentials } from './credentials.ts';
import { planRefusal } from './plan-gate.ts';
import type { Refusal } from './refusals.ts';
import type { Refuse } from './routes.ts';
import { isSafe } from './safe-method.ts';
import type { SiteAddress } from './site-address.ts';
import type { Visitors } from './visitor.ts';

export interface ProgramGateDeps {
  readonly askers: Pick<Askers, 'of'>;
  readonly plans: Pick<Plans, 'of'>;
  readonly antiForgery: Pick<AntiForgery, 'isFromAnotherSite'>;
  /** Whether programs may use the API. */
  readonly isOpen: boolean;
  /** Whether a call without credentials comes from a page of ours, for which the API is always open. */
  readonly isFromPage: (request: Request) => boolean;
}

/**
 * Our own pages speak API v2 too. Over plain http browsers send no fetch metadata, and some keep no cookies; the true
 * Origin comes with every POST of a script.
 */
export function createPageCheck(
  visitors: Pick<Visitors, 'isIdentified'>,
  address: Pick<SiteAddress, 'originOf'>,
): ProgramGateDeps['isFromPage'] {
  return (request) => {
    const { 'sec-fetch-site': site, origin } = request.headers;
    return visitors.isIdentified(request) || site === 'same-origin' || origin === address.originOf(request);
  };
}

/** What may stand between a program and the API, whatever it asks for. A sign-in that has ended is judged by each route. */
export function createProgramGate(deps: ProgramGateDeps, refuse: Refuse): RequestHandler {
  return (request, response, next) => {
    const refusal = refusalFor(deps, request);
    if (refusal === null) return next();
    if (refusal.kind === 'not-authorized') askForCredentials(response);
    refuse(request, response, refusal);
  };
}

function refusalFor(deps: ProgramGateDeps, request: Request): Refusal | null {
  const { askers, plans, antiForgery, isOpen, isFromPage } = deps;
  const asker = askers.of(request);
  const hasCredentials = request.headers.authorization !== undefined;
  // Unauthorised, never anonymous; and without a word of plans.
  if (hasCredentials && asker.kind !== 'customer') return { kind: 'not-authorized' };
  // A browser sends what it was once given for our address with the forms of other sites, too.
  if (hasCredentials && !isSafe(request) && antiForgery.isFromAnotherSite(request)) return { kind: 'cross-site' };
  if (!isOpen && (hasCredentials || !isFromPage(request))) return { kind: 'api-off' };
  // A token is good for as long as the plan has the API.
  const isProgram = asker.kind === 'customer' && asker.by === 'token';
  return isProgram ? planRefusal(plans.of(asker), 'hasApi') : null;
}
