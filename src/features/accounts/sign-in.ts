import { fail, ok, type Result } from '#src/result.ts';
import type { AccountDeps, Caller } from './account-deps.ts';
import { custIdOf } from './address.ts';
import type { CustId, Customer } from './customer.ts';
import type { Limited } from './guard.ts';
import { remind } from './verification.ts';

export interface Credentials {
  readonly address: string;
  readonly password: string;
}

export type SignInFailure =
  /** No such account, another password, or an address that nobody has verified: nobody is told which. */
  { readonly kind: 'wrong-credentials' | 'wrong-or-not-verified' } | Limited | { readonly kind: 'busy' };

/** Whose account it is. A password made under other argon2 parameters is stretched anew on the way. */
export type SignIn = (credentials: Credentials, caller: Caller) => Promise<Result<Customer, SignInFailure>>;

/** What was typed may be no address, and of any length: this much of it names what is counted. */
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
    const proven = verified.value ? customer : null;
    const entering = proven && (await letIn(deps, proven));
    if (entering === null) return refuse(deps, custid, proven, caller);
    await counted.value.succeed();
    if (deps.passwords.needsRehash(entering.passwordHash)) await rehash(deps, entering, password);
    return ok(entering);
  };
}

/** Where no mail proves addresses, one that waits for a mail would wait for ever. */
async function letIn({ rules, store }: AccountDeps, customer: Customer): Promise<Customer | null> {
  const { custid, epoch, isVerified } = customer;
  if (isVerified) return customer;
  return rules.autoverifies ? store.verify(custid, { isMailProven: false, epoch }) : null;
}

/**
 * Somebody may have signed up with a password of their own at an address whose mail they do not read. They learn no
 * more here than anybody else: words, work and counts are the same for an address that was free and for one in use.
 */
async function refuse(
  deps: AccountDeps,
  custid: CustId | null,
  unverified: Customer | null,
  caller: Caller,
): Promise<Result<never, SignInFailure>> {
  if (deps.rules.autoverifies) return fail({ kind: 'wrong-credentials' });
  if (custid !== null) await remind(deps, custid, unverified, caller);
  return fail({ kind: 'wrong-or-not-verified' });
}

/** Without room for it now, it is done another time. */
async function rehash(deps: AccountDeps, { custid, passwordHash: from }: Customer, password: string): Promise<void> {
  const hashed = await deps.passwords.hash(password);
  if (hashed.ok) await deps.store.rehash(custid, { from, to: hashed.value });
}
