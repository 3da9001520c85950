import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { FREQUENCIES, planPath } from '#src/features/plans/frequency.ts';
import type { Frequency } from '#src/features/plans/plan-wire.ts';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import { forCustomers } from '#src/http/customers-only.ts';
import { isPrefetch } from '#src/http/prefetch.ts';
import { addRoute } from '#src/http/routes.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { PaymentStopProps } from '#views/billing/payment-stop-props.ts';
import type { BillingService } from './billing-service.ts';
import type { PaymentWays } from './payment-ways.ts';
import { PaymentsUnavailable } from './payments-port.ts';
import { ACCOUNT_PATH, PORTAL_PATH, paymentPath } from './plan-step-http.ts';

export interface PaymentFaceDeps {
  /** null: nothing can be asked of the provider; payment links work all the same. */
  readonly billing: BillingService | null;
  readonly ways: PaymentWays;
  readonly answers: Answers;
  readonly askers: Askers;
  readonly antiForgery: AntiForgery;
  readonly address: SiteAddress;
  readonly report: (error: unknown) => void;
}

const RETRY_AFTER_SECONDS = 30;

/**
 * The ways out, to the pages of the payment provider. They are plain links: a form must not end on
 * another site, under our own policy.
 */
export function createPaymentPages(deps: PaymentFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { refusePage } = deps.answers;
  if (deps.billing !== null) addRoute(router, PORTAL_PATH, { get: goToPortal(deps, deps.billing) }, refusePage);
  for (const frequency of FREQUENCIES) {
    addRoute(router, paymentPath(':planid', frequency), { get: goToPayment(deps, frequency) }, refusePage);
  }
  return router;
}

function goToPortal(deps: PaymentFaceDeps, billing: BillingService): RequestHandler {
  return forCustomers(
    deps.askers,
    async (request, response, { customer }) => {
      if (isUnasked(deps, request)) return stop(deps, request, response, { kind: 'ask-portal', href: PORTAL_PATH });
      const portal = billing.portal(customer, deps.address.originOf(request) + ACCOUNT_PATH);
      const url = await unlessAway(deps, portal, ACCOUNT_PATH);
      leave(deps, request, response, url ?? { kind: 'nothing-to-manage', href: ACCOUNT_PATH });
    },
    // Not back here: the form for signing in must not end on another site.
    (request, response) => deps.askers.askToSignIn(request, response, ACCOUNT_PATH),
  );
}

function goToPayment(deps: PaymentFaceDeps, frequency: Frequency): RequestHandler {
  return async (request, response) => {
    // Even what cannot be a plan's id stays one segment of the path.
    const planid = encodeURIComponent(String(request.params.planid));
    // The page of the plan says why nothing can be paid; there is none of an unknown plan.
    const plan = planPath(planid, frequency);
    const { kind } = deps.ways.of(planid, frequency, null);
    if (kind === 'none' || kind === 'coming') return response.redirect(303, plan);
    const asker = deps.askers.of(request);
    if (asker.kind !== 'customer') return deps.askers.askToSignIn(request, response, plan);
    const href = paymentPath(planid, frequency);
    if (isUnasked(deps, request)) return stop(deps, request, response, { kind: 'ask-payment', href });
    const payment = paymentFor(deps, request, asker, { planid, frequency });
    leave(deps, request, response, await unlessAway(deps, payment, plan));
  };
}

interface Choice {
  readonly planid: string;
  readonly frequency: Frequency;
}

/** The address to go to. */
async function paymentFor(
  { ways, billing, address }: PaymentFaceDeps,
  request: Request,
  { customer }: CustomerAsker,
  { planid, frequency }: Choice,
): Promise<string> {
  if (billing !== null && (await billing.isSubscribed(customer))) return PORTAL_PATH;
  const plan = planPath(planid, frequency);
  // They have it already, given by the operator.
  if (customer.planid === planid) return plan;
  const way = ways.of(planid, frequency, customer);
  if (way.kind === 'link') return way.url;
  if (way.kind !== 'checkout' || billing === null) return plan;
  const origin = address.originOf(request);
  const paidUrl = `${origin}${ACCOUNT_PATH}?notice=paid`;
  return billing.checkout({ owner: customer, planid, frequency, paidUrl, leftUrl: origin + plan });
}

/** Nobody has followed a link of ours: a browser loads ahead, or another site has sent somebody here. */
function isUnasked({ antiForgery }: PaymentFaceDeps, request: Request): boolean {
  return isPrefetch(request) || antiForgery.isFromAnotherSite(request);
}

/** What the provider is asked for; where it is away, a page that leads back to `href`. */
async function unlessAway<Found>(
  { report }: PaymentFaceDeps,
  asked: Promise<Found>,
  href: string,
): Promise<Found | PaymentStopProps> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    report(error);
    return { kind: 'away', href };
  }
}

function leave(deps: PaymentFaceDeps, request: Request, response: Response, way: string | PaymentStopProps): void {
  if (typeof way === 'string') response.redirect(303, way);
  else stop(deps, request, response, way);
}

function stop({ answers }: PaymentFaceDeps, request: Request, response: Response, props: PaymentStopProps): void {
  const isAway = props.kind === 'away';
  if (isAway) response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  // A page that a browser has loaded ahead must not stand in for the one that is asked for then.
  answers.page(request, response, { name: 'payment-stop', props }, isAway || isPrefetch(request) ? 503 : 200);
}
