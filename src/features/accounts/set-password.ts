import { fail, ok, type Result } from '#src/result.ts';
import { DAY_MS } from '#src/values/spans.ts';
import type { AccountDeps, Caller } from './account-deps.ts';
import type { CustId, Customer } from './customer.ts';
import { newEpoch } from './epoch.ts';
import { type NewPasswordFailure, newPasswordFailure } from './new-password.ts';

/** A new password, typed twice. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
}

export type SetPasswordFailure = NewPasswordFailure | { readonly kind: 'passwords-differ' } | { readonly kind: 'busy' };

const NOTICE_LIFE_MS = DAY_MS;

/** The password, if it is one that may be had and was typed twice alike. */
export function readNewPassword({ password, again }: NewPassword, custid: CustId): Result<string, SetPasswordFailure> {
  const weakness = newPasswordFailure(password, custid, 'newp');
  if (weakness) return fail(weakness);
  return password === again ? ok(password) : fail({ kind: 'passwords-differ' });
}

/**
 * Sets the new hash, if the one in `customer` still stands, and tells its owner by mail. The new epoch
 * has ended all sessions then; null when somebody else was quicker.
 */
export async function changePassword(
  deps: AccountDeps,
  customer: Customer,
  to: string,
  caller: Caller,
): Promise<Customer | null> {
  const epoch = newEpoch(deps, customer.epoch);
  const { custid, passwordHash: from } = customer;
  if (!(await deps.store.changePassword(custid, { from, to, epoch }))) return null;
  if (deps.mailer.isConfigured) await tell(deps, customer, caller);
  return { ...customer, passwordHash: to, epoch, apiTokenHash: null };
}

async function tell(deps: AccountDeps, { custid, locale }: Customer, caller: Caller): Promise<void> {
  const changedAtMs = deps.now();
  const letter = { kind: 'password-changed', resetLink: `${caller.origin}/forgot`, changedAtMs } as const;
  try {
    await deps.mailer.send({
      ...{ to: custid, letter, host: caller.host, locale: locale ?? caller.locale },
      ...{ expiresAtMs: changedAtMs + NOTICE_LIFE_MS, ticket: null },
    });
  } catch (error) {
    // The password is changed, whatever became of the mail.
    deps.report(error);
  }
}
