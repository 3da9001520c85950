import type { Request, Response } from 'express';
import type { Plans } from '#src/features/plans/plan.ts';
import type { ChoosePlan } from '#src/features/plans/plan-choice.ts';
import type { CustomerAsker } from '#src/features/sessions/asker.ts';
import type { Answers } from '#src/http/answers.ts';
import type { AntiForgery } from '#src/http/anti-forgery.ts';
import type { Askers } from '#src/http/askers.ts';
import type { ClientAddress } from '#src/http/client-address.ts';
import type { CustomerHandler } from '#src/http/customers-only.ts';
import { withPlan } from '#src/http/plan-gate.ts';
import type { Refusal } from '#src/http/refusals.ts';
import type { SiteAddress } from '#src/http/site-address.ts';
import type { AccountFormError } from '#views/workspace/workspace-props.ts';
import type { Caller } from './account-deps.ts';
import type { AccountService } from './account-service.ts';
import type { AccountRecordWire, CustomerWire } from './account-wire.ts';
import type { Customer, Owner } from './customer.ts';

/** What stands on the account page of somebody signed in. */
export interface AccountDrawing {
  readonly account: AccountRecordWire;
  readonly error: AccountFormError | null;
  /** Ready to read. */
  readonly notice: string | null;
  readonly status: number;
}

type PaidWire = Pick<AccountRecordWire, 'stripe_customer' | 'stripe_subscriptions'>;

/** Reads the rest of what the account page shows. The function it resolves to draws the page without the store. */
export type OpenAccount = (
  request: Request,
  response: Response,
  customer: Customer,
) => Promise<(drawing: AccountDrawing) => void>;

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
  /** How long a link to a new password works. */
  readonly resetTtlSeconds: number;
  /** A new account waits for a mail. */
  readonly needsVerification: boolean;
  readonly plans: Plans;
  /** Whether programs are answered: else no token is of any use. */
  readonly isApiOpen: boolean;
  readonly customerOf: (asker: CustomerAsker, languageTag: string) => CustomerWire;
  readonly openAccount: OpenAccount;
  /** What a sign-up is for. */
  readonly choosePlan: ChoosePlan;
  /** What is paid for an account. */
  readonly billingOf: (owner: Owner) => Promise<PaidWire>;
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

/** For customers who have the API, by their plan and on this site; others are answered by `otherwise`. */
export function withApi(
  { plans, isApiOpen }: Pick<AccountFaceDeps, 'plans' | 'isApiOpen'>,
  handle: CustomerHandler,
  otherwise: (refusal: Refusal) => CustomerHandler,
): CustomerHandler {
  return isApiOpen ? withPlan(plans, 'hasApi', handle, otherwise) : otherwise({ kind: 'api-off' });
}

/** The record of an account, without its token: that can be shown only once, by whoever makes it. */
export async function accountOf(
  deps: AccountFaceDeps,
  request: Request,
  response: Response,
  asker: CustomerAsker,
): Promise<AccountRecordWire> {
  return {
    apitoken: null,
    has_apitoken: asker.customer.apiTokenHash !== null,
    cust: deps.customerOf(asker, deps.answers.languageTagOf(request, response)),
    ...(await deps.billingOf(asker.customer)),
  };
}
