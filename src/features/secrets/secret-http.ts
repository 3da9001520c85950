import type { Request, Response } from 'express';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Refusal } from '#src/http/refusals.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { FormError } from '#views/page-props.ts';
import type { GuessPolicy } from './secret.ts';
import type { InputRules } from './secret-input.ts';
import type { PresentContext } from './secret-present.ts';
import type { SecretService } from './secret-service.ts';
import type { Stamps } from './stamps.ts';

/** What both faces of the feature, JSON and HTML, are made of. */
export interface SecretFaceDeps {
  readonly service: SecretService;
  readonly answers: Answers;
  readonly antiForgery: AntiForgery;
  readonly address: SiteAddress;
  /** Rules for this request: the share domains depend on the host that was asked for. */
  readonly rules: Omit<InputRules, 'shareDomains'>;
  readonly guessPolicy: GuessPolicy;
  /** Unicode code points. */
  readonly maxContentChars: number;
  readonly ttlOptionsSeconds: readonly number[];
  /** null is the text of the visitor's language. */
  readonly tagline: string | null;
  /** By BCP 47 tag. */
  readonly stampsOf: (languageTag: string) => Stamps;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function presentContext(deps: SecretFaceDeps, request: Request, response: Response): PresentContext {
  return {
    origin: deps.address.originFor(request.headers.host),
    stamps: deps.stampsOf(deps.answers.languageTagOf(request, response)),
    nowMs: deps.now(),
  };
}

export function inputRules(deps: SecretFaceDeps, request: Request): InputRules {
  return { ...deps.rules, shareDomains: [deps.address.hostFor(request.headers.host)] };
}

/** A refusal as a form shows it; sets Retry-After where waiting helps. Null for none. */
export function formErrorOf(
  deps: SecretFaceDeps,
  request: Request,
  response: Response,
  refusal: Refusal | null,
): FormError | null {
  if (refusal === null) return null;
  if (refusal.retryAfter !== undefined) response.setHeader('Retry-After', String(refusal.retryAfter));
  return { field: refusal.field ?? null, message: deps.answers.messageOf(request, response, refusal) };
}
