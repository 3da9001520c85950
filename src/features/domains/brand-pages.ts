import express, { type Request, type Response, type Router } from 'express';
import type { CustomerHandler } from '#src/http/customers-only.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { addRoute, leadTo } from '#src/http/routes.ts';
import { lineTyped } from '#src/http/typed-fields.ts';
import { BRAND_CHANGES, type BrandChange, type BrandFaceDeps } from './brand-http.ts';
import { readTypedBrand, type TypedBrand } from './brand-input.ts';
import { refusalOf } from './brand-refusals-http.ts';
import { DOMAIN_LIST, namedIn, toSignedIn, withDomainPlan } from './domain-http.ts';

/** What the page says about what has just happened: its address names one of these, never a text. */
const NOTICES = new Map(BRAND_CHANGES.map(({ notice, noticeKey }) => [notice, noticeKey]));

/** Where a customer says how a domain looks: for a browser without JavaScript, and the first drawing for any other. */
export function createBrandPages(deps: BrandFaceDeps): Router {
  const router = express.Router({ caseSensitive: true });
  const { refusePage } = deps.answers;
  for (const change of BRAND_CHANGES) {
    const get = change.path === 'brand' ? toSignedIn(deps.askers, draw(deps, null)) : toBrand;
    const planned = withDomainPlan(deps, changeBy(deps, change), (refusal) => draw(deps, refusal));
    const post = toSignedIn(deps.askers, planned);
    addRoute(router, `${DOMAIN_LIST}/:domain/${change.path}`, { get, post }, refusePage);
  }
  return router;
}

/** The path of the form of a brand; in it the domain, encoded. */
export const BRAND_FORM = new RegExp(`^${DOMAIN_LIST}/([^/]+)/brand$`);

/** The form of the brand with what was typed, for a request that is refused before it comes to its route. */
export async function showBrandAgain(
  deps: BrandFaceDeps,
  request: Request,
  response: Response,
  refusal: Refusal,
): Promise<void> {
  const [, segment = ''] = BRAND_FORM.exec(request.path) ?? [];
  const asker = deps.askers.of(request);
  if (asker.kind === 'customer') await draw(deps, refusal, decoded(segment))(request, response, asker);
  else deps.answers.refusePage(request, response, refusal);
}

/** '' for a segment that cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

const toBrand = leadTo(brandPath);

function changeBy(deps: BrandFaceDeps, { make, notice }: BrandChange): CustomerHandler {
  return async (request, response, asker) => {
    const again = (refusal: Refusal) => draw(deps, refusal)(request, response, asker);
    if (deps.antiForgery.isForged(request, response)) return again({ kind: 'bad-shrimp' });
    const kept = await make(deps, request, asker.customer);
    if (!kept.ok) return again(refusalOf(kept.failure));
    response.redirect(303, `${brandPath(request)}?notice=${notice}`);
  };
}

/** With what was typed, where it was refused. Others' domains look like absent ones. */
function draw(deps: BrandFaceDeps, refusal: Refusal | null, name?: string): CustomerHandler {
  return async (request, response, { customer }) => {
    const { answers } = deps;
    const found = await deps.service.find(customer, name ?? namedIn(request));
    if (found === null) return answers.refusePage(request, response, { kind: 'not-found' });
    const { error, status } = answers.formError(request, response, refusal);
    const wire = deps.wireOf(request, response, found);
    const isBrandForm = refusal !== null && request.path.endsWith('/brand');
    const brand = isBrandForm ? { ...wire.brand, ...typedAgain(request.body) } : wire.brand;
    const noticeKey = refusal === null ? NOTICES.get(String(request.query.notice)) : undefined;
    const notice = noticeKey === undefined ? null : answers.text(request, response, noticeKey);
    const screen = { screen: 'domain-brand', domain: { ...wire, brand }, error, notice } as const;
    await deps.drawWorkspace(request, response, customer, screen, { status });
  };
}

function typedAgain(body: unknown): TypedBrand {
  const { home, name, accent, before_reveal, after_reveal } = readTypedBrand(body);
  const texts = { before_reveal: lineTyped(before_reveal), after_reveal: lineTyped(after_reveal) };
  return { home, name: lineTyped(name), accent: lineTyped(accent), ...texts };
}

function brandPath(request: Request): string {
  return `${DOMAIN_LIST}/${encodeURIComponent(namedIn(request))}/brand`;
}
