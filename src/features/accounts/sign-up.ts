import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import type { AccountDeps, Caller } from './account-deps.ts';
import type { Registration } from './account-store.ts';
import { custIdOf, domainOf } from './address.ts';
import type { CustId, Customer } from './customer.ts';
import type { Limited } from './guard.ts';
import { newCustomer } from './new-customer.ts';
import { type NewPasswordFailure, newPasswordFailure } from './new-password.ts';
import { sendVerification, verificationDecoy } from './verification.ts';

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

const KNOWN_ACCOUNT_LIFE_MS = 86_400_000;

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
    const registration = await deps.store.register(customer);
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
  const isAllowed = rules.signupDomains.length === 0 || rules.signupDomains.includes(domainOf(custid));
  return isAllowed ? ok(custid) : fail({ kind: 'address-not-allowed' });
}

async function announce(deps: AccountDeps, customer: Customer, registration: Registration, caller: Caller) {
  const isKnown = registration === 'known';
  if (deps.rules.autoverifies) return sendKnownAccount(deps, customer.custid, caller, { isDecoy: !isKnown });
  if (!isKnown) return sendVerification(deps, customer, caller);
  // Kept like the link of a new account, and thrown away: what is written must not tell.
  await deps.makeVerificationLink(verificationDecoy(customer.custid), caller.origin);
  await sendKnownAccount(deps, customer.custid, caller, { isDecoy: false });
}

function sendKnownAccount(deps: AccountDeps, to: CustId, caller: Caller, decoy: { isDecoy: boolean }): Promise<void> {
  const { origin, host, locale } = caller;
  const letter = { kind: 'known-account', signInLink: `${origin}/signin`, resetLink: `${origin}/forgot` } as const;
  const expiresAtMs = deps.now() + KNOWN_ACCOUNT_LIFE_MS;
  return deps.mailer.send({ to, locale, host, letter, expiresAtMs, ticket: null, ...decoy });
}
