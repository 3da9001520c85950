import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Asker } from '#src/features/sessions/asker.ts';
import type { Answers } from '#src/http/answers.ts';
import type { Askers } from '#src/http/askers.ts';
import { addRoute } from '#src/http/routes.ts';
import type { Page } from '#views/page-props.ts';
import type { PlanStep } from '#views/plans/plan-props.ts';
import { frequencyOf, frequencyOfPeriod, planPath } from './frequency.ts';
import type { Offer } from './offer.ts';
import type { Frequency, PlanTier } from './plan-wire.ts';

export interface PlanFaceDeps {
  readonly answers: Answers;
  readonly askers: Askers;
  /** By our code of the language. */
  readonly offerIn: (locale: string) => Offer;
  /** What somebody can do next about a plan. */
  readonly stepOf: (asker: Asker, planid: string, frequency: Frequency) => Promise<PlanStep>;
  /** Leads away from here; null without. */
  readonly selfHostingUrl: string | null;
}

/** What is sold, and the way to pay for it. */
export function createPlanPages(deps: PlanFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const add = (path: string, get: RequestHandler) => addRoute(router, path, { get }, deps.answers.refusePage);
  add('/pricing', showPricing(deps));
  add('/plans/:id', toPeriod(deps));
  add('/plans/:id/:period', showPlan(deps));
  return router;
}

type PricingPages = Readonly<Record<Frequency, readonly [Page, ...Page[]]>>;

function showPricing({ answers, offerIn, selfHostingUrl }: PlanFaceDeps): RequestHandler {
  // The same pages again and again: what has been drawn of them is kept.
  const kept = new WeakMap<Offer, PricingPages>();
  return (request, response) => {
    const offer = offerIn(answers.localeOf(request, response));
    const pages = kept.get(offer) ?? pricingPages(offer, selfHostingUrl);
    kept.set(offer, pages);
    answers.publicPage(request, response, pages[frequencyOf(request.query.frequency)]);
  };
}

/** One for each testimonial, so that chance may choose. */
function pricingPages({ testimonials, ...offer }: Offer, selfHostingUrl: string | null): PricingPages {
  const { freePrice, tiers, frequencies } = offer;
  const [first, ...others] = testimonials;
  const variants = (frequency: Frequency): readonly [Page, ...Page[]] => {
    const variant = (testimonial: typeof first): Page => ({
      name: 'pricing',
      props: { frequency, frequencies, tiers, testimonial, freePrice, selfHostingUrl },
    });
    return [variant(first), ...others.map(variant)];
  };
  return { monthly: variants('monthly'), annually: variants('annually') };
}

/** A plan's link without a period behind it. */
function toPeriod(deps: PlanFaceDeps): RequestHandler {
  return (request, response) => {
    const tier = tierFor(deps, request, response);
    if (tier === undefined) return deps.answers.refusePage(request, response, { kind: 'not-found' });
    response.redirect(303, planPath(tier.id, frequencyOf(request.query.frequency)));
  };
}

function showPlan(deps: PlanFaceDeps): RequestHandler {
  return async (request, response) => {
    const tier = tierFor(deps, request, response);
    const frequency = frequencyOfPeriod(request.params.period);
    if (tier === undefined || frequency === null) {
      return deps.answers.refusePage(request, response, { kind: 'not-found' });
    }
    const { frequencies } = deps.offerIn(deps.answers.localeOf(request, response));
    const next = await deps.stepOf(deps.askers.of(request), tier.id, frequency);
    deps.answers.page(request, response, { name: 'plan', props: { tier, frequency, frequencies, next } });
  };
}

function tierFor({ answers, offerIn }: PlanFaceDeps, request: Request, response: Response): PlanTier | undefined {
  return offerIn(answers.localeOf(request, response)).tiers.find(({ id }) => id === request.params.id);
}
