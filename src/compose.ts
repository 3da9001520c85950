import type { Express, RequestHandler } from 'express';
import type { PageAssets } from '#views/page.tsx';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createPasswordGenerator } from './crypto/generate-password.ts';
import { createKeyMaker, type RandomBytes } from './crypto/ids.ts';
import { createMac } from './crypto/mac.ts';
import { createPassphraseStretcher, type StretcherOptions } from './crypto/passphrase.ts';
import type { Seal } from './crypto/seal.ts';
import type { GuessPolicy } from './features/secrets/secret.ts';
import type { SecretFaceDeps } from './features/secrets/secret-http.ts';
import { createSecretService } from './features/secrets/secret-service.ts';
import { createStamps } from './features/secrets/stamps.ts';
import { createShrimpMint } from './features/sessions/shrimp.ts';
import { createAnswers } from './http/answers.ts';
import { createAntiForgery } from './http/anti-forgery.ts';
import { createLocaleChoice } from './http/locale.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { createSiteAddress } from './http/site-address.ts';
import { createVisitors } from './http/visitor.ts';
import type { Texts } from './i18n/texts.ts';
import type { Log } from './log/log.ts';
import type { Store } from './store/store.ts';

export interface ComposeDeps {
  readonly config: Config;
  readonly seal: Seal;
  readonly store: Store;
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
  readonly stretching: StretcherOptions;
}

/** Wires services, faces and the application. Opens nothing, reads no environment. */
export function compose(deps: ComposeDeps): Express {
  const { config, log } = deps;
  const { scheme } = config.site;
  const visitors = createVisitors({ randomBytes: deps.randomBytes, scheme });
  const mint = createShrimpMint({ mac: createMac(deps.seal.siteKey('shrimp')), now: deps.now });
  const antiForgery = createAntiForgery({ mint, visitors, now: deps.now });
  const address = createSiteAddress(config.site);
  const answers = createAnswers({
    ...{ texts: deps.texts, address, visitors, antiForgery, now: deps.now },
    render: createPageRenderer({ texts: deps.texts, assets: deps.assets.page }),
    locales: createLocaleChoice(deps.texts.locales, config.locales.default),
    site: { name: config.site.name, version: deps.version },
  });
  return createApp({
    secrets: { ...secretFace(deps), answers, antiForgery, address },
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
    assets: deps.assets.handler,
    scheme,
    bodyLimitBytes: config.limits.bodyLimitBytes,
  });
}

/** How wrong passphrases are answered, in milliseconds. The stores need it too. */
export function guessPolicyOf({ passphrase }: Config['secrets']): GuessPolicy {
  return {
    tries: passphrase.maxTries,
    firstDelayMs: passphrase.firstDelaySeconds * 1000,
    maxDelayMs: passphrase.maxDelaySeconds * 1000,
    maxLockMs: passphrase.maxLockSeconds * 1000,
  };
}

function secretFace(deps: ComposeDeps): Omit<SecretFaceDeps, 'answers' | 'antiForgery' | 'address'> {
  const { secrets, plans, site } = deps.config;
  const { maxContentChars, ttlSeconds: maxTtlSeconds } = plans.anonymous;
  const guessPolicy = guessPolicyOf(secrets);
  return {
    service: createSecretService({
      ...{ store: deps.store.secrets, seal: deps.seal, now: deps.now, guessPolicy },
      stretcher: createPassphraseStretcher(deps.stretching),
      keys: createKeyMaker(deps.randomBytes),
      generatePassword: createPasswordGenerator(deps.randomBytes),
      limits: { maxContentChars, senderCopySeconds: secrets.senderCopySeconds },
    }),
    rules: {
      defaultTtlSeconds: secrets.defaultTtlSeconds,
      maxTtlSeconds,
      password: { length: secrets.generated.lengthChars, characterSets: secrets.generated.characterSets },
    },
    ttlOptionsSeconds: secrets.ttlOptionsSeconds,
    stampsOf: keepByTag(createStamps),
    ...{ guessPolicy, maxContentChars, tagline: site.tagline, now: deps.now },
  };
}

/** Makes one for each language, when it is first asked for. */
function keepByTag<Value>(make: (languageTag: string) => Value): (languageTag: string) => Value {
  const made = new Map<string, Value>();
  return (languageTag) => {
    const value = made.get(languageTag) ?? make(languageTag);
    made.set(languageTag, value);
    return value;
  };
}
