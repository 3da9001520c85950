import type { Request, Response } from 'express';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import type { ClientAddress } from '#src/http/client-address.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { AccountFormError } from '#views/workspace/workspace-props.ts';
import type { Caller } from './account-deps.ts';
import type { AccountService } from './account-service.ts';
import type { AccountRecordWire, CustomerWire } from './account-wire.ts';
import type { Customer } from './customer.ts';

/** What stands on the account page of somebody signed in. */
export interface AccountDrawing {
  readonly customer: Customer;
  readonly account: AccountRecordWire;
  readonly error: AccountFormError | null;
  /** Ready to read. */
  readonly notice: string | null;
  readonly status: number;
}

export type DrawAccount = (request: Request, response: Response, drawing: AccountDrawing) => Promise<void>;

/** What both faces of the feature, JSON and HTML, are made of. */
export interface AccountFaceDeps {
  readonly service: AccountService;
  readonly answers: Answers;
  readonly askers: Askers;
  readonly antiForgery: AntiForgery;
  readonly address: SiteAddress;
  readonly clientAddress: ClientAddress;
  readonly authentication: { readonly isEnabled: boolean; readonly hasSignup: boolean; readonly hasSignin: boolean };
  readonly hasMail: boolean;
  /** A new account waits for a mail. */
  readonly needsVerification: boolean;
  readonly customerOf: (asker: CustomerAsker, languageTag: string) => CustomerWire;
  readonly drawAccount: DrawAccount;
  readonly scheme: 'http' | 'https';
}

export function callerOf(deps: AccountFaceDeps, request: Request, response: Response): Caller {
  return {
    network: deps.clientAddress.networkOf(request),
    locale: deps.answers.localeOf(request, response),
    host: deps.address.hostOf(request),
    origin: deps.address.originOf(request),
  };
}

export function accountOf(
  deps: AccountFaceDeps,
  request: Request,
  response: Response,
  { asker, apitoken = null }: { asker: CustomerAsker; apitoken?: string | null },
): AccountRecordWire {
  return {
    apitoken,
    has_apitoken: apitoken !== null || asker.customer.apiTokenHash !== null,
    cust: deps.customerOf(asker, deps.answers.languageTagOf(request, response)),
    stripe_customer: null,
    stripe_subscriptions: [],
  };
}

const LOCALE_COOKIE_MS = 400 * 86_400_000;

/** Read by scripts too, and says nothing about anybody: not HttpOnly. */
export function setLocaleCookie({ scheme }: AccountFaceDeps, response: Response, locale: string): void {
  const lasting = { maxAge: LOCALE_COOKIE_MS, path: '/' };
  response.cookie('locale', locale, { ...lasting, sameSite: 'lax', secure: scheme === 'https', httpOnly: false });
}
