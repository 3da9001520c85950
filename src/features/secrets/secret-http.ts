import type { Request, Response } from 'express';
import type { SendingOwner } from '#src/features/accounts/customer.ts';
import type { Plans } from '#src/features/plans/plan.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import type { Refusal } from '#src/http/refusals.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { Letterhead } from './conceal.ts';
import type { GuessPolicy } from './secret.ts';
import type { InputRules } from './secret-input.ts';
import type { PresentContext, RecipientContext } from './secret-present.ts';
import type { SecretService } from './secret-service.ts';
import type { Stamps } from './stamps.ts';

/** What both faces of the feature, JSON and HTML, are made of. */
export interface SecretFaceDeps {
  readonly service: SecretService;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly askers: Askers;
  readonly plans: Plans;
  readonly address: SiteAddress;
  /** The rest depends on who asks, and by which host. */
  readonly rules: Pick<InputRules, 'defaultTtlSeconds' | 'password' | 'minPassphraseChars' | 'needsPassphrase'>;
  readonly mayCreate: MayCreate;
  /** Whether this is the key of a link to a new password, which is looked up under the same path. */
  readonly isResetKey: (key: unknown) => Promise<boolean>;
  readonly guessPolicy: GuessPolicy;
  readonly ttlOptionsSeconds: readonly number[];
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
export function closedBy(deps: SecretFaceDeps, request: Request): Refusal | null {
  if (!deps.mayCreate.isFromAllowedNetwork(request)) return { kind: 'create-not-from-here' };
  const needsAccount = deps.mayCreate.onlyCustomers && ownerOf(deps, request) === null;
  return needsAccount ? { kind: 'create-needs-account' } : null;
}

export function recipientContext(deps: SecretFaceDeps, request: Request, response: Response): RecipientContext {
  const owner = ownerOf(deps, request);
  return { ...presentContext(deps, request, response), isOwner: (row) => deps.service.owner.isOwner(owner, row) };
}

export function presentContext(deps: SecretFaceDeps, request: Request, response: Response): PresentContext {
  return {
    origin: deps.address.originFor(request.headers.host),
    stamps: deps.stampsOf(deps.answers.languageTagOf(request, response)),
    nowMs: deps.now(),
  };
}

export function inputRules(deps: SecretFaceDeps, request: Request): InputRules {
  const plan = deps.plans.of(deps.askers.of(request));
  return {
    ...deps.rules,
    maxTtlSeconds: plan.ttlSeconds,
    maxContentChars: plan.maxContentChars,
    owner: ownerOf(deps, request),
    hasMail: plan.hasEmail,
    shareDomains: [deps.address.hostFor(request.headers.host)],
  };
}

/** Where links in mails lead, and in whose language they are written. */
export function letterhead(deps: SecretFaceDeps, request: Request, response: Response): Letterhead {
  const { host } = request.headers;
  return {
    origin: deps.address.originFor(host),
    host: deps.address.hostFor(host),
    locale: deps.answers.localeOf(request, response),
  };
}
