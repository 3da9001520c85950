import type { Express, RequestHandler } from 'express';
import type { PageAssets } from '#views/page.tsx';
import { createApp } from './app.ts';
import { composeAccounts } from './compose/accounts.ts';
import { composeColonel } from './compose/colonel.ts';
import { composeFeedback } from './compose/feedback.ts';
import { createGround } from './compose/ground.ts';
import { composeSecrets } from './compose/secrets.ts';
import type { Config } from './config/config.ts';
import type { RandomBytes } from './crypto/ids.ts';
import type { StretcherOptions } from './crypto/passphrase.ts';
import type { QueueLimits } from './crypto/queue.ts';
import type { Seal } from './crypto/seal.ts';
import { createDrawWorkspace } from './features/secrets/workspace-http.ts';
import type { Texts } from './i18n/texts.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './mail/mail-port.ts';
import type { Store } from './store/store.ts';

export interface ComposeDeps {
  readonly config: Config;
  readonly seal: Seal;
  readonly store: Store;
  readonly mailer: Mailer;
  readonly texts: Texts;
  readonly assets: { readonly page: PageAssets; readonly handler: RequestHandler };
  readonly log: Log;
  /** Of package.json. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly randomBytes: RandomBytes;
  readonly newUuid: () => string;
  readonly isDraining: () => boolean;
  readonly stretching: QueueLimits & Omit<StretcherOptions, 'queue'>;
}

/** Wires services, faces and the application. Opens nothing, reads no environment. */
export function compose(deps: ComposeDeps): Express {
  const { config, log } = deps;
  const ground = createGround(deps);
  const { answers, antiForgery, visitors, askers } = ground;
  const secrets = composeSecrets(deps, ground);
  const feedback = composeFeedback(deps, ground);
  const drawWorkspace = createDrawWorkspace(secrets);
  return createApp({
    ...{ secrets, drawWorkspace, feedback },
    colonel: composeColonel(deps, ground, feedback.service),
    accounts: composeAccounts(deps, ground, { secrets: secrets.service, drawWorkspace }),
    site: {
      ...{ answers, antiForgery, visitors, version: deps.version },
      locales: deps.texts.locales,
      defaultLocale: config.locales.default,
    },
    health: { store: deps.store.site, isDraining: deps.isDraining },
    access: { log, newRequestId: deps.newUuid, monotonicMs: deps.monotonicMs },
    failures: {
      report: (error, incident) => log.error('failure', { err: error, incident }),
      newIncident: deps.newUuid,
    },
    askers,
    assets: deps.assets.handler,
    refreshBanner: ground.refreshBanner,
    scheme: config.site.scheme,
    bodyLimitBytes: config.limits.bodyLimitBytes,
    isApiOpen: config.api.isEnabled,
  });
}
