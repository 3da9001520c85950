import express, { type Express, type RequestHandler, type Router } from 'express';
import { createAccountApi } from './features/accounts/account-api.ts';
import type { AccountFaceDeps } from './features/accounts/account-http.ts';
import { createAccountPages } from './features/accounts/account-pages.ts';
import { createPaymentPages, type PaymentFaceDeps } from './features/billing/payment-pages.ts';
import { createWebhookApi, type WebhookDeps } from './features/billing/webhook-api.ts';
import { type ColonelFaceDeps, createColonelApi } from './features/colonel/colonel-api.ts';
import { createColonelPages } from './features/colonel/colonel-pages.ts';
import { createBrandApi } from './features/domains/brand-api.ts';
import { type BrandFileDeps, createBrandFiles } from './features/domains/brand-files-http.ts';
import type { BrandFaceDeps } from './features/domains/brand-http.ts';
import { createBrandPages } from './features/domains/brand-pages.ts';
import { createDomainApi } from './features/domains/domain-api.ts';
import type { DomainFaceDeps } from './features/domains/domain-http.ts';
import { createDomainPages } from './features/domains/domain-pages.ts';
import { createFeedbackApi } from './features/feedback/feedback-api.ts';
import type { FeedbackFaceDeps } from './features/feedback/feedback-http.ts';
import { createFeedbackPages } from './features/feedback/feedback-pages.ts';
import { createHealthApi } from './features/health/health-api.ts';
import type { Readiness } from './features/health/readiness.ts';
import { createIncomingPages, type IncomingFaceDeps } from './features/incoming/incoming-pages.ts';
import type { RateLimits } from './features/limits/limits-http.ts';
import { type CrawlerFilesDeps, createCrawlerFiles } from './features/pages/crawler-files-http.ts';
import { createInfoPages, type InfoPagesDeps } from './features/pages/info-pages.ts';
import { createOpenapiApi, type OpenapiApiDeps } from './features/pages/openapi-api.ts';
import { createReferencePages, type ReferencePagesDeps } from './features/pages/reference-pages.ts';
import { createShrimpApi, createSiteApi, type SiteApiDeps } from './features/pages/site-api.ts';
import { createTranslationsPages, type TranslationsDeps } from './features/pages/translations-pages.ts';
import { createPlanPages, type PlanFaceDeps } from './features/plans/plan-pages.ts';
import { createForeignSecretGate } from './features/secrets/foreign-secrets-http.ts';
import { createHomePages } from './features/secrets/home-pages.ts';
import { createRecipientPages } from './features/secrets/recipient-pages.ts';
import { createSecretApi } from './features/secrets/secret-api.ts';
import type { SecretFaceDeps } from './features/secrets/secret-http.ts';
import { createSenderPages } from './features/secrets/sender-pages.ts';
import { createV1Api } from './features/secrets/v1-api.ts';
import { createV1Refuse } from './features/secrets/v1-http.ts';
import type { DrawWorkspace } from './features/secrets/workspace-http.ts';
import { createWorkspacePages } from './features/secrets/workspace-pages.ts';
import { type AccessDeps, createAccessLog } from './http/access-log.ts';
import { asOne } from './http/as-one.ts';
import type { Askers } from './http/askers.ts';
import type { Asking } from './http/asking.ts';
import { createBareApp } from './http/bare-app.ts';
import { type BodyReading, createBodyReader } from './http/body.ts';
import { createCrossOrigin } from './http/cors.ts';
import { createDomainFence, SERVED_ON_DOMAINS } from './http/domain-fence.ts';
import { createFailureHandler, createNotFound, type FailureDeps } from './http/failures.ts';
import { refuseForged, refuseFromAnotherSite } from './http/forgery-gates.ts';
import { createGathering, sendTogether } from './http/gathered.ts';
import { createLateBodyReader } from './http/late-bodies.ts';
import { createPageCheck, createProgramGate, type ProgramGateDeps } from './http/program-gate.ts';
import type { RefuseByPage } from './http/routes.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createSignedOutGate } from './http/signed-out-gate.ts';
import type { Uploads } from './http/uploads.ts';

export interface AppDeps {
  readonly secrets: SecretFaceDeps;
  readonly feedback: FeedbackFaceDeps;
  /** null: there is no support form. */
  readonly incoming: IncomingFaceDeps | null;
  readonly accounts: AccountFaceDeps;
  /** null: nothing is sold. */
  readonly plans: PlanFaceDeps | null;
  readonly site: SiteApiDeps;
  readonly openapi: OpenapiApiDeps;
  readonly reference: ReferencePagesDeps;
  readonly translations: TranslationsDeps;
  readonly readiness: Readiness;
  readonly access: AccessDeps;
  readonly failures: Omit<FailureDeps, 'refuse'>;
  /** Serves static/ under its own address. */
  readonly assets: RequestHandler;
  /** Before the pages, all of which hold the announcement. */
  readonly refreshBanner: RequestHandler;
  readonly scheme: 'http' | 'https';
  readonly bodies: BodyReading['rules'];
  readonly asking: Asking;
  readonly askers: Askers;
  readonly colonel: ColonelFaceDeps;
  /** null without custom domains. */
  readonly domains: DomainFaceDeps | null;
  readonly brand: (BrandFaceDeps & BrandFileDeps) | null;
  /** null without keys of the payment provider. */
  readonly webhook: WebhookDeps | null;
  /** null without plans. */
  readonly payments: PaymentFaceDeps | null;
  readonly uploads: Uploads;
  readonly drawWorkspace: DrawWorkspace;
  /** null: there are no pages of terms, privacy and security. */
  readonly info: InfoPagesDeps | null;
  readonly crawlerFiles: CrawlerFilesDeps;
  /** Whether programs may use the API. */
  readonly isApiOpen: boolean;
  /** Of pages that may share through the API from other sites. */
  readonly corsOrigins: readonly string[];
  readonly limits: RateLimits;
  /** A page, or a form with its text, that says that too much was asked for. */
  readonly showLimited: RefuseByPage;
  /** The same for what failed on the way. */
  readonly refuseFailed: RefuseByPage;
}

/** Where a secret is made through the API. */
const CREATING = ['/secret/conceal', '/secret/generate'];
const ASKED_BY_OPEN_PAGES = ['/authcheck', '/validate-shrimp'];

/** The whole of it on one screen: what every request passes, then the two faces, API and pages. */
export function createApp(deps: AppDeps): Express {
  const app = createBareApp();
  sendTogether(app);
  app.use(asOne(createAccessLog(deps.access), createSecurityHeaders(deps.scheme)));
  // One for all faces. Probes and files, which ask no store, are answered at once.
  const gather = createGathering();
  app.use('/api/v1', createApiV1Face(deps, gather));
  app.use('/api/v2', createApiFace(deps, gather));
  app.use('/api', createOpenapiApi(deps.openapi, deps.failures));
  if (deps.webhook) app.use('/billing/webhook', createWebhookFace(deps, deps.webhook));
  app.use('/static', deps.assets);
  app.use(createHealthApi(deps.readiness));
  app.use(createPageFace(deps, gather));
  // For files, probes and what every request passes: Express itself would show a stack.
  app.use(createFailureHandler({ ...deps.failures, refuse: deps.secrets.answers.refuseJson }));
  return app;
}

function createApiFace(deps: AppDeps, gather: RequestHandler): Router {
  const { address, answers } = deps.secrets;
  const { refuseJson } = answers;
  const face = express.Router();
  const crossOrigin = createCrossOrigin(deps.corsOrigins);
  const fence = createDomainFence(address, SERVED_ON_DOMAINS.api, refuseJson);
  face.use(asOne(gather, deps.asking.follow, address.recognise(refuseJson), fence));
  for (const path of deps.corsOrigins.length > 0 ? CREATING : []) face.all(path, crossOrigin.open);
  const reading = { rules: deps.bodies, uploads: deps.uploads, refuse: refuseJson };
  const readBody = createLateBodyReader(reading, deps.askers.recogniseProgram);
  face.all(ASKED_BY_OPEN_PAGES, deps.askers.leaveUnused);
  face.use(asOne(deps.askers.recogniseProgram, deps.limits.calls(refuseJson)));
  face.use(createShrimpApi(deps.site));
  const isFromPage = createPageCheck(deps.site.visitors, address);
  face.use(asOne(readBody, createProgramGate({ ...gateDeps(deps), isFromPage }, refuseJson)));
  for (const path of CREATING) face.post(path, createSignedOutGate(deps.askers, refuseJson));
  const refuseForeign = createForeignSecretGate(deps.secrets);
  face.use(asOne(refuseForged(deps.secrets.antiForgery, refuseJson, crossOrigin.isOpenTo), refuseForeign));
  face.use(createSecretApi(deps.secrets));
  face.use(createFeedbackApi(deps.feedback));
  face.use(createColonelApi(deps.colonel));
  if (deps.domains) face.use(createDomainApi(deps.domains));
  if (deps.brand) face.use(createBrandApi(deps.brand));
  face.use(createAccountApi(deps.accounts));
  face.use(createSiteApi(deps.site));
  face.use(createNotFound(refuseJson));
  face.use(createFailureHandler({ ...deps.failures, refuse: refuseJson }));
  return face;
}

/** For programs alone: cookies say nothing here, so that nothing can be forged with them either. */
function createApiV1Face(deps: AppDeps, gather: RequestHandler): Router {
  const { secrets, uploads, bodies: rules } = deps;
  const refuse = createV1Refuse(secrets.answers);
  const face = express.Router();
  face.use(
    asOne(
      gather,
      deps.asking.follow,
      secrets.address.recognise(refuse),
      createDomainFence(secrets.address, SERVED_ON_DOMAINS.apiV1, refuse),
      deps.askers.recogniseToken,
      deps.limits.calls(refuse),
      createLateBodyReader({ rules, uploads, takesQuery: true, refuse }, deps.askers.recogniseToken),
      createProgramGate({ ...gateDeps(deps), isFromPage: () => false }, refuse),
      createForeignSecretGate(secrets),
    ),
  );
  face.use(createV1Api({ ...secrets, refuse, defaultLocale: deps.site.defaultLocale }));
  face.use(createNotFound(refuse));
  face.use(createFailureHandler({ ...deps.failures, refuse }));
  return face;
}

/** Before everything that reads bodies or cookies: the signature covers the very bytes, and is all that counts. */
function createWebhookFace({ failures }: AppDeps, webhook: WebhookDeps): Router {
  const face = express.Router();
  const refuse = webhook.answers.refuseJson;
  face.use(createWebhookApi(webhook));
  face.use(createNotFound(refuse));
  face.use(createFailureHandler({ ...failures, refuse }));
  return face;
}

/** Forms check for forgery themselves: a refused one comes back with its text. */
function createPageFace(deps: AppDeps, gather: RequestHandler): Router {
  const { address, answers } = deps.secrets;
  const { refusePage } = answers;
  const face = express.Router();
  face.use(asOne(gather, deps.asking.follow, address.recognise(refusePage)));
  face.use(createCrawlerFiles(deps.crawlerFiles, refusePage));
  face.use(createDomainFence(address, SERVED_ON_DOMAINS.pages, refusePage));
  if (deps.brand) face.use(createBrandFiles(deps.brand, refusePage));
  face.use(deps.refreshBanner);
  face.use(
    asOne(
      createFormReader(deps, refusePage),
      refuseFromAnotherSite(deps.secrets.antiForgery, refusePage),
      deps.askers.recogniseVisitor,
      deps.limits.pages(deps.showLimited),
    ),
  );
  // The pages that are asked for most, and those that are kept, come first: finding them is most of what they cost.
  face.use(createHomePages(deps.secrets));
  face.use(createForeignSecretGate(deps.secrets));
  face.use(createRecipientPages(deps.secrets));
  face.use(createTranslationsPages(deps.translations));
  if (deps.info !== null) face.use(createInfoPages(deps.info));
  if (deps.plans !== null) face.use(createPlanPages(deps.plans));
  face.use(createReferencePages(deps.reference));
  face.use(createSenderPages(deps.secrets));
  face.use(createAccountPages(deps.accounts));
  if (deps.accounts.authentication.isEnabled) {
    face.use(createWorkspacePages(deps.secrets, deps.drawWorkspace));
    face.use(createColonelPages(deps.colonel, deps.drawWorkspace));
    if (deps.payments) face.use(createPaymentPages(deps.payments));
    if (deps.domains) face.use(createDomainPages(deps.domains));
    if (deps.brand) face.use(createBrandPages(deps.brand));
  }
  face.use(createFeedbackPages(deps.feedback));
  if (deps.incoming !== null) face.use(createIncomingPages(deps.incoming));
  face.use(createNotFound(refusePage));
  face.use(createFailureHandler({ ...deps.failures, refuse: deps.refuseFailed }));
  return face;
}

/** Before the limits: a form that is limited comes back with its text. A refusal counts for whoever is signed in. */
function createFormReader({ askers, limits, bodies: rules, uploads }: AppDeps, refusePage: RefuseByPage) {
  const count = limits.pages(refusePage);
  const refuse: BodyReading['refuse'] = async (request, response, refusal) => {
    await askers.recogniseVisitor(request, response, () => {});
    return count(request, response, () => refusePage(request, response, refusal));
  };
  return createBodyReader({ rules, uploads, refuse });
}

function gateDeps({ askers, secrets, isApiOpen: isOpen }: AppDeps): Omit<ProgramGateDeps, 'isFromPage'> {
  return { askers, isOpen, plans: secrets.plans, antiForgery: secrets.antiForgery };
}
