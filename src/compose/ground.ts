import type { RequestHandler } from 'express';
import type { ComposeDeps } from '#src/compose.ts';
import { isApiToken } from '#src/crypto/api-token.ts';
import { createMac } from '#src/crypto/mac.ts';
import { createPassphraseStretcher, type PassphraseStretcher } from '#src/crypto/passphrase.ts';
import { createQueue, type Queue } from '#src/crypto/queue.ts';
import type { CustomerWire } from '#src/features/accounts/account-wire.ts';
import { presentCustomer } from '#src/features/accounts/customer-present.ts';
import { pageBrandOf } from '#src/features/domains/brand-http.ts';
import { createGlobals } from '#src/features/pages/globals-http.ts';
import type { Offer } from '#src/features/plans/offer.ts';
import { createPlans, type Plans, presentPlan } from '#src/features/plans/plan.ts';
import { regionsInForce } from '#src/features/regions/region.ts';
import { createStamps, type Stamps } from '#src/features/secrets/stamps.ts';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import { createShrimpMint } from '#src/features/sessions/shrimp.ts';
import { type AnswerDeps, type Answers, createAnswers } from '#src/http/answers.ts';
import { type AntiForgery, createAntiForgery } from '#src/http/anti-forgery.ts';
import { type Askers, createAskers } from '#src/http/askers.ts';
import { type Asking, createAsking } from '#src/http/asking.ts';
import { createBanner } from '#src/http/banner.ts';
import { type BodyRules, createBodyRules } from '#src/http/body-room.ts';
import { type ClientAddress, createClientAddress } from '#src/http/client-address.ts';
import { createLocaleChoice } from '#src/http/locale.ts';
import { createPageRenderer } from '#src/http/page-renderer.ts';
import { createPublicPages } from '#src/http/public-pages.ts';
import { createSiteAddress, type SiteAddress } from '#src/http/site-address.ts';
import { createVisitors, type Visitors } from '#src/http/visitor.ts';
import { createTimers } from '#src/timers.ts';
import { mailsLinks } from './mail.ts';
import { composeOffer } from './plans.ts';

/** What every feature stands on. */
export interface Ground {
  readonly askers: Askers;
  readonly visitors: Visitors;
  readonly antiForgery: AntiForgery;
  readonly answers: Answers;
  readonly address: SiteAddress;
  readonly clientAddress: ClientAddress;
  readonly plans: Plans;
  /** What is sold, by our code of the language. */
  readonly offerIn: (locale: string) => Offer;
  /** By BCP 47 tag. */
  readonly stampsOf: (languageTag: string) => Stamps;
  readonly asking: Asking;
  /** Passphrases and passwords share it. */
  readonly queue: Queue;
  readonly stretcher: PassphraseStretcher;
  readonly refreshBanner: RequestHandler;
  readonly bodies: BodyRules;
  /** By BCP 47 tag. */
  readonly customerOf: (asker: CustomerAsker, languageTag: string) => CustomerWire;
}

/** Made anew with each configuration, before the features. Opens nothing. */
export function createGround(deps: ComposeDeps): Ground {
  const { config, now, randomBytes } = deps;
  const clientAddress = createClientAddress(config.listen.trustedProxies);
  const domains = config.domains.isEnabled ? deps.store.domains : null;
  const address = createSiteAddress({ site: config.site, domains, clientAddress });
  const askers = composeAskers(deps, address);
  const visitors = createVisitors({ randomBytes, scheme: config.site.scheme, askers });
  const mint = createShrimpMint({ mac: createMac(...deps.seal.signingKeys('shrimp')), now });
  const antiForgery = createAntiForgery({ mint, visitors, askers, now });
  const { pause } = createTimers();
  const banner = createBanner({ store: deps.store.site, configured: config.site.banner, now, pause });
  const asking = createAsking(clientAddress.networkOf);
  const queue = createQueue(deps.stretching, asking.network);
  const plans = createPlans({
    ...{ plans: config.plans, hasMail: mailsLinks(deps), hasDomains: config.domains.isEnabled, now },
  });
  const stampsOf = keepByTag(createStamps);
  const base = {
    ...{ askers, visitors, antiForgery, asking, queue, plans, stampsOf, clientAddress, address },
    offerIn: composeOffer(deps),
    customerOf: composeCustomers(plans, stampsOf),
    stretcher: createPassphraseStretcher({ ...deps.stretching, queue }),
    refreshBanner: banner.refresh,
    bodies: createBodyRules(config.limits.bodyLimitBytes),
  };
  return { ...base, answers: composeAnswers(deps, base, banner.html) };
}

function composeAskers({ config, store, seal, now }: ComposeDeps, address: SiteAddress): Askers {
  const { isEnabled: hasAccounts, hasSignin, sessionTtlSeconds, rememberTtlSeconds, colonels } = config.authentication;
  return createAskers({
    ...{ hasAccounts, hasSignin },
    isOwnName: (request) => address.domainOf(request) === null,
    ...{ sessions: store.sessions, accounts: store.accounts, scheme: config.site.scheme, colonels, isApiToken, now },
    cookieSecrets: seal.signingKeys('session').map((key) => key.toString('base64url')),
    rules: { lifeMs: sessionTtlSeconds * 1000, rememberedLifeMs: rememberTtlSeconds * 1000 },
  });
}

type Base = Omit<Ground, 'answers'>;

function composeAnswers(deps: ComposeDeps, base: Base, banner: () => string | null): Answers {
  const { config, texts, now } = deps;
  const render = createPageRenderer({ texts, assets: deps.assets.page });
  return createAnswers({
    ...{ texts, now, ...base, render },
    publicPages: createPublicPages({ render, randomBytes: deps.randomBytes }),
    locales: createLocaleChoice(texts.locales, config.locales.default),
    site: { name: config.site.name, version: deps.version, hasLegalPages: config.legal !== null },
    globalsOf: composeGlobals(deps, base, banner),
    upgradeFor: composeUpgrade(base),
    brandOf: (request) => {
      const domain = base.address.domainOf(request);
      return domain && pageBrandOf(domain, base.address.hostOf(request), `${base.address.siteOriginOf(request)}/`);
    },
  });
}

/** Only customers are asked to pay more, and only for what their plan lacks. */
function composeUpgrade({ askers, plans, offerIn }: Base): AnswerDeps['upgradeFor'] {
  return (request, locale) => {
    const asker = askers.of(request);
    if (asker.kind !== 'customer' || plans.of(asker).hasCustomDomains) return null;
    return offerIn(locale).upgrade;
  };
}

function composeGlobals({ config, texts, version }: ComposeDeps, base: Base, banner: () => string | null) {
  const { isEnabled, hasSignup, hasSignin } = config.authentication;
  return createGlobals({
    ...{ address: base.address, askers: base.askers, version, locales: texts.locales, banner },
    authentication: { enabled: isEnabled, signup: hasSignup, signin: hasSignin },
    hasFeedback: config.feedback.isEnabled,
    hasDomains: config.domains.isEnabled,
    hasPlans: config.plans.isEnabled,
    hasApi: config.api.isEnabled,
    supportHost: config.words.supportHost,
    incomingRecipient: config.incoming.recipient,
    regions: regionsInForce({ ...config.regions, current: null }),
    planOf: (asker) => presentPlan(base.plans.of(asker)),
    customerOf: base.customerOf,
  });
}

function composeCustomers(plans: Plans, stampsOf: Ground['stampsOf']): Ground['customerOf'] {
  return (asker, languageTag) => {
    const { isColonel, customer } = asker;
    const plan = presentPlan(plans.of(asker));
    return presentCustomer(customer, { plan, isColonel, dayOf: stampsOf(languageTag).day });
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
