import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import type { AccountDeps, Caller } from './account-deps.ts';
import type { CustId, Customer } from './customer.ts';
import type { Limited } from './guard.ts';
import { changePassword, type NewPassword, readNewPassword, type SetPasswordFailure } from './set-password.ts';

export type ProofFailure =
  | { readonly kind: 'wrong-password'; readonly field: string }
  | Limited
  | { readonly kind: 'busy' };
export type ChangePasswordFailure = ProofFailure | SetPasswordFailure;
export type DestroyFailure = ProofFailure | { readonly kind: 'not-confirmed'; readonly field: string };
export type LocaleFailure = { readonly kind: 'unknown-locale' };

export interface Deletion {
  readonly password: string;
  /** The form's mark, without which nothing is deleted. */
  readonly mark: string;
}

/** What somebody who is signed in can do with the account. */
export interface OwnAccount {
  /** Ends all sessions, the caller's too; begin a new one with the customer that is returned. */
  changePassword(
    customer: Customer,
    change: NewPassword & { readonly current: string },
    caller: Caller,
  ): Promise<Result<Customer, ChangePasswordFailure>>;
  /**
   * A new token in place of the old one; it is kept by its hash alone. Null if the account is gone, or has another
   * password than when this customer was recognised.
   */
  makeApiToken(customer: Pick<Customer, 'custid' | 'epoch'>): Promise<string | null>;
  /** Removes the account and what is kept of the customer elsewhere. Sessions are over with it. */
  destroy(customer: Customer, deletion: Deletion, caller: Caller): Promise<Result<void, DestroyFailure>>;
  /** The code that is in force now. For somebody without an account (null) nothing is kept. */
  setLocale(custid: CustId | null, locale: string): Promise<Result<string, LocaleFailure>>;
}

const DESTROY_MARK = 'destroy';

export function createOwnAccount(deps: AccountDeps): OwnAccount {
  const { store } = deps;
  return {
    changePassword: async (customer, change, caller) => {
      const wanted = readNewPassword(change, customer.custid);
      if (!wanted.ok) return wanted;
      const proven = await prove(deps, customer, { password: change.current, field: 'currentp' }, caller);
      if (!proven.ok) return proven;
      const hashed = await deps.passwords.hash(wanted.value);
      if (!hashed.ok) return hashed;
      const changed = await changePassword(deps, customer, hashed.value, caller);
      return changed ? ok(changed) : fail({ kind: 'wrong-password', field: 'currentp' });
    },
    makeApiToken: async ({ custid, epoch }) => {
      const token = deps.apiTokens.make();
      return (await store.setApiToken(custid, { hash: deps.apiTokens.hashOf(token), epoch })) ? token : null;
    },
    destroy: async (customer, { password, mark }, caller) => {
      if (mark !== DESTROY_MARK) return fail({ kind: 'not-confirmed', field: 'tabindex' });
      const proven = await prove(deps, customer, { password, field: 'confirmation' }, caller);
      if (!proven.ok) return proven;
      // Stores the same password under another salt first: a change of password that is under way is refused by that,
      // and one that came before is noticed while nothing is gone yet.
      const held = await deps.passwords.hash(password);
      if (!held.ok) return held;
      const change = { from: customer.passwordHash, to: held.value };
      if (!(await store.rehash(customer.custid, change)))
        return fail({ kind: 'wrong-password', field: 'confirmation' });
      await deps.departure.begin(customer);
      await afterChange(goAfterDomains(deps, customer, held.value));
      // The account is gone already; what cannot be forgotten now expires by itself.
      await deps.departure.finish(customer).catch(deps.report);
      return ok(undefined);
    },
    setLocale: async (custid, locale) => {
      if (!deps.rules.locales.includes(locale)) return fail({ kind: 'unknown-locale' });
      if (custid !== null) await store.setLocale(custid, locale);
      return ok(locale);
    },
  };
}

/** Its domains are gone, so the account goes, too, even if a reset has set another password by now. */
async function goAfterDomains({ store }: AccountDeps, { custid, createdAtMs }: Customer, held: string): Promise<void> {
  let hash = held;
  while (!(await store.destroy(custid, hash))) {
    const left = await store.find(custid);
    if (left?.createdAtMs !== createdAtMs) return;
    hash = left.passwordHash;
  }
}

/** Guessing is limited here as it is at the door: a stolen session must not give the password away. */
async function prove(
  deps: AccountDeps,
  { custid, passwordHash }: Customer,
  { password, field }: { password: string; field: string },
  caller: Caller,
): Promise<Result<void, ProofFailure>> {
  const counted = await deps.guard.begin('password', custid, caller.network);
  if (!counted.ok) return counted;
  const verified = await deps.passwords.verify(password, passwordHash);
  if (!verified.ok) {
    await counted.value.withdraw();
    return verified;
  }
  if (!verified.value) return fail({ kind: 'wrong-password', field });
  await counted.value.succeed();
  return ok(undefined);
}
