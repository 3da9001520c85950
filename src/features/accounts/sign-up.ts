import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { AccountDeps, Caller, MadeLink } from './account-deps.ts';
import { NOBODY, type Registration } from './account-store.ts';
import { custIdOf, domainOf, mayBeRoute } from './address.ts';
import type { CustId, Customer } from './customer.ts';
import type { Limited } from './guard.ts';
import { newCustomer } from './new-customer.ts';
import { type NewPasswordFailure, newPasswordFailure } from './new-password.ts';
import { keepResetLink } from './resetting.ts';
import { mailVerification, verificationContent, verificationDecoy } from './verification.ts';

export interface SignUpRequest {
  readonly address: string;
  readonly password: string;
  readonly hasAgreed: boolean;
  /** Only programs that fill every field fill this one. */
  readonly honeypot: string;
}

export type SignUpFailure =
  | { readonly kind: 'invalid-address' }
  | { readonly kind: 'address-not-allowed' }
  | { readonly kind: 'not-agreed' }
  | NewPasswordFailure
  | Limited
  | { readonly kind: 'busy' };

const KNOWN_ACCOUNT_MAIL_LIFE_MS = DAY_MS;

/** Succeeds alike for a new account and for a known one, after the same work: only a mail tells which it was. */
export type SignUp = (request: SignUpRequest, caller: Caller) => Promise<Result<void, SignUpFailure>>;

export function createSignUp(deps: AccountDeps): SignUp {
  return async (request, caller) => {
    if (request.honeypot !== '') return ok(undefined);
    const wanted = readWanted(deps, request);
    if (!wanted.ok) return wanted;
    const counted = await deps.guard.begin('mail', wanted.value, caller.network);
    if (!counted.ok) return counted;
    const hashed = await deps.passwords.hash(request.password);
    if (!hashed.ok) {
      await counted.value.withdraw();
      return hashed;
    }
    const isVerified = deps.rules.autoverifies;
    const customer = { ...newCustomer(deps, wanted.value, hashed.value), isVerified };
    const registration = await deps.store.register(customer, isVerified ? hashed.value : deps.passwords.nobodys());
    if (deps.mailer.isConfigured) await afterChange(announce(deps, customer, registration, caller));
    return ok(undefined);
  };
}

function readWanted({ rules }: AccountDeps, request: SignUpRequest): Result<CustId, SignUpFailure> {
  const custid = custIdOf(request.address);
  if (custid === null) return fail({ kind: 'invalid-address' });
  const weakness = newPasswordFailure(request.password, custid, 'p');
  if (weakness) return fail(weakness);
  if (!request.hasAgreed) return fail({ kind: 'not-agreed' });
  return isAllowed(custid, rules) ? ok(custid) : fail({ kind: 'address-not-allowed' });
}

/** Where only some domains may sign up, the mail must be read there: an address that routes it on does not count. */
function isAllowed(custid: CustId, { signupDomains }: AccountDeps['rules']): boolean {
  return signupDomains.length === 0 || (signupDomains.includes(domainOf(custid)) && !mayBeRoute(custid));
}

/**
 * A link verifies the first sign-up. If another comes before that, nobody knows which of the two is the owner's:
 * neither password is good any more, and the owner chooses one by a reset link.
 */
async function announce(deps: AccountDeps, customer: Customer, registration: Registration, asked: Caller) {
  const { custid } = customer;
  // The mail is in the language that the owner of the address has chosen, whoever has typed it here. Looked up for all.
  const caller = { ...asked, locale: (await deps.store.find(custid))?.locale ?? asked.locale };
  if (deps.rules.autoverifies) return sendKnownAccount(deps, custid, caller, { isDecoy: registration !== 'known' });
  // Links that nobody gets are made as well and thrown away: what is written must not tell.
  const isNew = registration === 'created';
  const content = isNew ? verificationContent(custid, customer.epoch) : verificationDecoy(custid);
  const verification = await deps.makeVerificationLink(content, caller.origin);
  const reset = await keepResetLink(deps, registration === 'renewed' ? custid : NOBODY, caller.origin);
  if (isNew) return mailVerification(deps, { to: custid, customer, made: verification, caller });
  if (registration === 'renewed') return sendSignUpAgain(deps, custid, reset, caller);
  return sendKnownAccount(deps, custid, caller, { isDecoy: false });
}

function sendSignUpAgain({ mailer }: AccountDeps, to: CustId, made: MadeLink, { host, locale }: Caller): Promise<void> {
  const letter = { kind: 'sign-up-again', ...made } as const;
  return mailer.send({ to, locale, host, letter, expiresAtMs: made.expiresAtMs, ticket: null });
}

function sendKnownAccount(deps: AccountDeps, to: CustId, caller: Caller, decoy: { isDecoy: boolean }): Promise<void> {
  const { origin, host, locale } = caller;
  const letter = { kind: 'known-account', signInLink: `${origin}/signin`, resetLink: `${origin}/forgot` } as const;
  const expiresAtMs = deps.now() + KNOWN_ACCOUNT_MAIL_LIFE_MS;
  return deps.mailer.send({ to, locale, host, letter, expiresAtMs, ticket: null, ...decoy });
}
