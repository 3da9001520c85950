import type { Request, Response } from 'express';
import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { Owner, SendingOwner } from '#src/features/accounts/customer.ts';
import type { Domain } from '#src/features/domains/domain.ts';
import type { Plan, Plans } from '#src/features/plans/plan.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import { hasHungUp } from '#src/http/hang-up.ts';
import type { Refusal } from '#src/http/refusals.ts';
import { domainNameOf, type SiteAddress } from '#src/http/site-address.ts';
import type { OwnDomains } from '#views/workspace/workspace-props.ts';
import type { Conceal, ConcealRequest } from './conceal.ts';
import type { Opener } from './recipient.ts';
import type { GuessPolicy } from './secret.ts';
import type { InputRules } from './secret-input.ts';
import type { PresentContext, RecipientContext } from './secret-present.ts';
import type { SecretService } from './secret-service.ts';
import { isSharedFor, type SharedFor } from './share-domain.ts';
import type { Stamps } from './stamps.ts';

/** What both faces of the feature, JSON and HTML, are made of. */
export interface SecretFaceDeps {
  readonly service: SecretService;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly askers: Askers;
  readonly plans: Plans;
  readonly address: SiteAddress;
  /** The rules that are the same for everybody; the others depend on the asker and the host. */
  readonly rules: Pick<
    InputRules,
    'defaultTtlSeconds' | 'password' | 'minPassphraseChars' | 'needsPassphrase' | 'hasMail'
  >;
  readonly mayCreate: MayCreate;
  /** Whether this is the key of a link to a new password, which is looked up under the same path. */
  readonly isResetKey: (key: unknown) => Promise<boolean>;
  /** For a form that reveals: a new one each time it is drawn, known only to whoever gets the page. */
  readonly newClaimant: () => ClaimantToken;
  readonly redeliverySeconds: number;
  readonly guessPolicy: GuessPolicy;
  readonly ttlOptionsSeconds: readonly number[];
  /** Domains a customer may have links built for, besides the site's own; none without custom domains. */
  readonly shareable: (owner: Owner) => Promise<readonly string[]>;
  /** All of a customer's domains, counted, and the names of the verified ones. */
  readonly domainsOf: (owner: Owner) => Promise<OwnDomains>;
  /** Whether visitors may share on a domain's home page. */
  readonly isHomeOpen: (domain: Domain) => Promise<boolean>;
  /** null is the text of the visitor's language. */
  readonly tagline: string | null;
  /** By BCP 47 tag. */
  readonly stampsOf: (languageTag: string) => Stamps;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Who may share, as the configuration says; reading is open to everybody. */
export interface MayCreate {
  readonly onlyCustomers: boolean;
  /** Whether the request comes from a network that may share. */
  readonly isFromAllowedNetwork: (request: Request) => boolean;
}

/** The customer who asks; null for anybody else. */
export function ownerOf({ askers }: SecretFaceDeps, request: Request): SendingOwner | null {
  const asker = askers.of(request);
  return asker.kind === 'customer' ? asker.customer : null;
}

/** Why this visitor may not share here; null if sharing is open to them. */
export async function closedBy(deps: SecretFaceDeps, request: Request): Promise<Refusal | null> {
  const domain = deps.address.domainOf(request);
  if (domain !== null && !(await deps.isHomeOpen(domain))) return { kind: 'create-not-on-domain' };
  if (!deps.mayCreate.isFromAllowedNetwork(request)) return { kind: 'create-not-from-here' };
  const needsAccount = deps.mayCreate.onlyCustomers && ownerOf(deps, request) === null;
  if (!needsAccount) return null;
  // Nobody can sign in on a customer's domain.
  return { kind: domain === null ? 'create-needs-account' : 'create-not-on-domain' };
}

/** Whoever this request opens a secret for: as long as the connection stands somebody waits. */
export function openerOf(response: Response, claimant: ClaimantToken | null): Opener {
  return { claimant, isThere: () => !hasHungUp(response.req) };
}

/** How a secret is presented to whoever holds its link, who may be its owner. */
export function recipientContext(deps: SecretFaceDeps, request: Request, response: Response): RecipientContext {
  const owner = ownerOf(deps, request);
  return { ...presentContext(deps, request, response), isOwner: (row) => deps.service.owner.isOwner(owner, row) };
}

/** How secrets are presented to this asker: language, time, and the host that was asked. */
export function presentContext(deps: SecretFaceDeps, request: Request, response: Response): PresentContext {
  const [host, origin] = [deps.address.hostOf(request), deps.address.originOf(request)];
  return {
    ...{ origin, share: { host, origin } },
    stamps: deps.stampsOf(deps.answers.languageTagOf(request, response)),
    nowMs: deps.now(),
  };
}

/** The same for one secret, whose link may lead to another domain than the sender's pages. */
export async function linkContext(
  deps: SecretFaceDeps,
  request: Request,
  response: Response,
  secret: SharedFor,
): Promise<PresentContext> {
  const { shareDomain } = secret.facts;
  const share = await deps.address.placeFor(request, shareDomain, (domain) => isSharedFor(domain, secret));
  return { ...presentContext(deps, request, response), share };
}

/** On a custom domain, that domain alone; on the site, its own host first, then the asker's if the plan has any. */
async function shareDomainsOf(deps: SecretFaceDeps, request: Request, plan: Plan): Promise<readonly string[]> {
  const here = deps.address.domainOf(request);
  if (here !== null) return [here.name];
  const owner = ownerOf(deps, request);
  const hasOwn = owner !== null && plan.hasCustomDomains;
  return [deps.address.asciiHostOf(request), ...(hasOwn ? await deps.shareable(owner) : [])];
}

/** What this asker may ask for, as the site, the plan and the host that was asked allow. */
export async function inputRules(deps: SecretFaceDeps, request: Request): Promise<InputRules> {
  const plan = deps.plans.of(deps.askers.of(request));
  return {
    ...deps.rules,
    maxTtlSeconds: plan.ttlSeconds,
    maxContentChars: plan.maxContentChars,
    owner: ownerOf(deps, request),
    mayMail: plan.hasEmail,
    shareDomains: await shareDomainsOf(deps, request, plan),
    domainNameOf,
  };
}

/** Conceals what was asked for; its mails lead where its links do, in the language of whoever asks. */
export function concealFor(
  deps: SecretFaceDeps,
  request: Request,
  response: Response,
  wanted: ConcealRequest,
): ReturnType<Conceal> {
  return deps.service.conceal(wanted, async () => {
    const owner = ownerOf(deps, request);
    const isTheirs = (domain: Domain) => deps.service.owner.isOwner(owner, domain);
    const place = await deps.address.placeFor(request, wanted.shareDomain, isTheirs);
    return { ...place, locale: deps.answers.localeOf(request, response) };
  });
}
