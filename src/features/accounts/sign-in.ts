import { fail, ok, type Result } from '#src/result.ts';
import type { AccountDeps, Caller } from './account-deps.ts';
import { custIdOf } from './address.ts';
import type { Customer } from './customer.ts';
import type { Limited } from './guard.ts';
import { sendVerification } from './verification.ts';

export interface Credentials {
  readonly address: string;
  readonly password: string;
}

export type SignInFailure =
  /** No such account, or another password: nobody is told which. */
  | { readonly kind: 'wrong-credentials' }
  /** Right, but nobody has verified the address; the link has been mailed again, within limits. */
  | { readonly kind: 'not-verified' }
  | Limited
  | { readonly kind: 'busy' };

/** Whose account it is. A password made under other argon2 parameters is stretched anew on the way. */
export type SignIn = (credentials: Credentials, caller: Caller) => Promise<Result<Customer, SignInFailure>>;

/** What is counted and never an address: as long as somebody likes to make it. */
const MAX_NAME_CHARS = 254;

export function createSignIn(deps: AccountDeps): SignIn {
  return async ({ address, password }, caller) => {
    const custid = custIdOf(address);
    const counted = await deps.guard.begin('password', custid ?? address.slice(0, MAX_NAME_CHARS), caller.network);
    if (!counted.ok) return counted;
    const customer = custid === null ? null : await deps.store.find(custid);
    const verified = await deps.passwords.verify(password, customer?.passwordHash ?? null);
    if (!verified.ok) {
      await counted.value.withdraw();
      return verified;
    }
    if (customer === null || !verified.value) return fail({ kind: 'wrong-credentials' });
    await counted.value.succeed();
    return letIn(deps, customer, password, caller);
  };
}

async function letIn(
  deps: AccountDeps,
  customer: Customer,
  password: string,
  caller: Caller,
): Promise<Result<Customer, SignInFailure>> {
  const verified = customer.isVerified ? customer : await verifyNow(deps, customer, caller);
  if (verified === null) return fail({ kind: 'not-verified' });
  if (deps.passwords.needsRehash(verified.passwordHash)) await rehash(deps, verified, password);
  return ok(verified);
}

/** Where no mail proves addresses, one that waits for a mail would wait for ever. */
async function verifyNow(deps: AccountDeps, customer: Customer, caller: Caller): Promise<Customer | null> {
  const { custid, epoch } = customer;
  if (deps.rules.autoverifies) return deps.store.verify(custid, { isMailProven: false, epoch });
  const counted = await deps.guard.begin('mail', custid, caller.network);
  if (counted.ok) await sendVerification(deps, customer, caller);
  return null;
}

/** Without room for it now, it is done another time. */
async function rehash(deps: AccountDeps, { custid, passwordHash: from }: Customer, password: string): Promise<void> {
  const hashed = await deps.passwords.hash(password);
  if (hashed.ok) await deps.store.rehash(custid, { from, to: hashed.value });
}
