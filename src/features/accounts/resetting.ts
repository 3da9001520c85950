import type { ResetKey } from '#src/crypto/ids.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import type { AccountDeps, Caller, LinkMail, MadeLink } from './account-deps.ts';
import { NOBODY, type TakenReset } from './account-store.ts';
import { custIdOf } from './address.ts';
import type { CustId } from './customer.ts';
import type { Limited } from './guard.ts';
import { changePassword, type NewPassword, readNewPassword, type SetPasswordFailure } from './set-password.ts';

export type ResetRequestFailure = { readonly kind: 'invalid-address' } | { readonly kind: 'no-mail' } | Limited;
export type ResetFailure = { readonly kind: 'reset-gone' } | SetPasswordFailure;

/** New passwords for those who forgot theirs. */
export interface Resetting {
  /** Mails a link, if there is such an account; succeeds alike, after the same work, if there is none. */
  request(address: string, caller: Caller): Promise<Result<void, ResetRequestFailure>>;
  /** Whether a link still works. Changes nothing. */
  isLive(key: ResetKey): Promise<boolean>;
  /** Sets the password, ends all sessions and all reset links of that customer. A link works once. */
  reset(key: ResetKey, wanted: NewPassword, caller: Caller): Promise<Result<void, ResetFailure>>;
}

export function createResetting(deps: AccountDeps): Resetting {
  const { store } = deps;
  return {
    request: async (address, caller) => {
      if (!deps.mailer.isConfigured) return fail({ kind: 'no-mail' });
      const custid = custIdOf(address);
      if (custid === null) return fail({ kind: 'invalid-address' });
      const counted = await deps.guard.begin('mail', custid, caller.network);
      if (!counted.ok) return counted;
      const customer = await store.find(custid);
      const made = await keepResetLink(deps, customer?.custid ?? NOBODY, caller.origin);
      await sendLink(deps, { to: custid, customer, made, caller });
      return ok(undefined);
    },
    isLive: async (key) => (await store.peekReset(deps.resetIdOf(key), deps.now())) !== null,
    reset: (key, wanted, caller) => reset(deps, key, wanted, caller),
  };
}

/** A link that is good for that customer, or for nobody; whoever gets it mailed reads mail there. */
export async function keepResetLink(deps: AccountDeps, custid: CustId, origin: string): Promise<MadeLink> {
  const key = deps.keys.resetKey();
  const createdAtMs = deps.now();
  const expiresAtMs = createdAtMs + deps.rules.resetTtlSeconds * 1000;
  await deps.store.keepReset({ id: deps.resetIdOf(key), custid, isMailed: true, createdAtMs, expiresAtMs });
  return { link: `${origin}/forgot/${key}`, expiresAtMs };
}

function sendLink({ mailer }: AccountDeps, { to, customer, made, caller }: LinkMail): Promise<void> {
  return mailer.send({
    to,
    locale: customer?.locale ?? caller.locale,
    host: caller.host,
    letter: { kind: 'reset', ...made },
    expiresAtMs: made.expiresAtMs,
    ticket: null,
    isDecoy: customer === null,
  });
}

async function reset(
  deps: AccountDeps,
  key: ResetKey,
  wanted: NewPassword,
  caller: Caller,
): Promise<Result<void, ResetFailure>> {
  const { store } = deps;
  const id = deps.resetIdOf(key);
  const custid = await store.peekReset(id, deps.now());
  if (custid === null) return fail({ kind: 'reset-gone' });
  const password = readNewPassword(wanted, custid);
  if (!password.ok) return password;
  // Before the key is taken: without room for it, the link works on.
  const hashed = await deps.passwords.hash(password.value);
  if (!hashed.ok) return hashed;
  const taken = await store.takeReset(id, deps.now());
  return taken === null ? fail({ kind: 'reset-gone' }) : afterChange(finish(deps, taken, hashed.value, caller));
}

/** The rest of a reset, whose link is used up now. */
async function finish(
  deps: AccountDeps,
  { custid, isMailed }: TakenReset,
  hash: string,
  caller: Caller,
): Promise<Result<void, ResetFailure>> {
  const customer = await deps.store.find(custid);
  const changed = customer && (await changePassword(deps, customer, hash, caller));
  if (changed === null) return fail({ kind: 'reset-gone' });
  // If a sign-up came in between, we must not say that the password is set: the mail of that one brings another link.
  const verified = await deps.store.verify(custid, { isMailProven: isMailed, epoch: changed.epoch });
  if (verified === null) return fail({ kind: 'reset-gone' });
  // Whoever guessed at the old password must not keep its owner waiting.
  await deps.guard.forget('password', custid);
  return ok(undefined);
}
