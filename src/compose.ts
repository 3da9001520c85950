import type { Express, RequestHandler } from 'express';
import type { PageAssets } from '#views/page-assets.ts';
import { createApp } from './app.ts';
import { composeAccounts } from './compose/accounts.ts';
import { composePayments } from './compose/billing.ts';
import { composeBrand } from './compose/brand.ts';
import { composeColonel } from './compose/colonel.ts';
import { composeDomainFace, composeDomainService } from './compose/domains.ts';
import { composeFeedback } from './compose/feedback.ts';
import { createGround } from './compose/ground.ts';
import { composeIncoming } from './compose/incoming.ts';
import { composeCrawlerFiles, composeInfo } from './compose/info.ts';
import { composeKeptForms } from './compose/kept-forms.ts';
import { composeLimits } from './compose/limits.ts';
import { composeReference, type DescribedApi } from './compose/openapi.ts';
import { composePlans } from './compose/plans.ts';
import { composeRequestLog } from './compose/request-log.ts';
import { composeSecrets } from './compose/secrets.ts';
import { composeTranslations } from './compose/translations.ts';
import type { Config } from './config/config.ts';
import type { RandomBytes } from './crypto/ids.ts';
import type { KeyRing } from './crypto/key-ring.ts';
import type { StretcherOptions } from './crypto/passphrase.ts';
import type { QueueLimits } from './crypto/queue.ts';
import type { Payments } from './features/billing/payments-port.ts';
import { LOGO_UPLOAD } from './features/domains/brand-http.ts';
import type { Readiness } from './features/health/readiness.ts';
import { createDrawWorkspace, createOpenWorkspace } from './features/secrets/workspace-http.ts';
import { createClientAddress } from './http/client-address.ts';
import { domainNameOf } from './http/site-address.ts';
import { createUploads } from './http/uploads.ts';
import type { Texts } from './i18n/texts.ts';
import { createInternalApp } from './internal-app.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './mail/mail-port.ts';
import type { ArticleFile } from './markdown/article-files.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Store } from './store/store.ts';

export interface ComposeDeps {
  readonly config: Config;
  readonly seal: KeyRing;
  readonly store: Store;
  readonly mailer: Mailer;
  /** null: nothing can be asked of a payment provider. */
  readonly payments: Payments | null;
  /** Tells whoever looks after payments that there may be something to do. */
  readonly wakeBilling: () => void;
  readonly texts: Texts;
  readonly assets: { readonly page: PageAssets; readonly handler: RequestHandler };
  /** Of the information pages; none where there are no such pages. */
  readonly articles: readonly ArticleFile[];
  readonly log: Log;
  readonly describedApi: DescribedApi;
  /** Of package.json. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly randomBytes: RandomBytes;
  readonly newUuid: () => string;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly stretching: QueueLimits & Omit<StretcherOptions, 'queue'>;
}

/** Wires services, faces and the application. Opens nothing, reads no environment. */
export function compose(deps: ComposeDeps): Express {
  const { config } = deps;
  const ground = createGround(deps);
  const { answers, antiForgery, visitors, askers } = ground;
  const domains = composeDomainService(deps);
  const secrets = composeSecrets(deps, ground, domains);
  const feedback = composeFeedback(deps, ground);
  const payments = composePayments(deps, ground);
  const openWorkspace = createOpenWorkspace(secrets);
  const drawWorkspace = createDrawWorkspace(openWorkspace);
  const uploads = createUploads([LOGO_UPLOAD]);
  const domainFace = composeDomainFace(deps, ground, { service: domains, drawWorkspace });
  const incoming = composeIncoming(deps, ground, { secrets: secrets.service, captcha: feedback.captcha });
  const brand = domainFace && composeBrand(deps, ground, domainFace, uploads);
  const { billingOf } = payments;
  const accounts = composeAccounts(deps, ground, { secrets: secrets.service, openWorkspace, billingOf });
  return createApp({
    ...{ secrets, accounts, drawWorkspace, feedback, incoming },
    ...{ uploads, domains: domainFace, brand },
    plans: composePlans(deps, ground, payments.stepOf),
    colonel: composeColonel(deps, ground, { feedback: feedback.service, billing: payments.state }),
    ...{ webhook: payments.webhook, payments: payments.pages },
    site: {
      ...{ answers, antiForgery, visitors, version: deps.version },
      locales: deps.texts.locales,
      defaultLocale: config.locales.default,
    },
    reference: composeReference(deps, answers),
    openapi: { answers, address: ground.address, document: deps.describedApi.document },
    translations: composeTranslations(deps, ground),
    readiness: deps.readiness,
    ...composeRequestLog(deps, ground.clientAddress),
    ...{ info: composeInfo(deps, ground), crawlerFiles: composeCrawlerFiles(deps, ground, secrets) },
    ...{ askers, asking: ground.asking, limits: composeLimits(deps, ground) },
    ...composeKeptForms({ secrets, accounts, feedback, incoming, brand, drawWorkspace }),
    assets: deps.assets.handler,
    refreshBanner: ground.refreshBanner,
    scheme: config.site.scheme,
    bodies: ground.bodies,
    ...{ isApiOpen: config.api.isEnabled, corsOrigins: config.api.corsOrigins },
  });
}

/** What our own machines ask, apart from the visitors' application. */
export function composeInternal(deps: ComposeDeps): Express {
  const { site, domains } = deps.config;
  const siteName = site.host === null ? null : domainNameOf(site.host);
  const ask = { siteName, domains: domains.isEnabled ? deps.store.domains : null };
  const clientAddress = createClientAddress(deps.config.listen.trustedProxies);
  return createInternalApp({ ...composeRequestLog(deps, clientAddress), ask, metrics: deps.metrics });
}
