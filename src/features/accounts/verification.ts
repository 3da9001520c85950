import type { AccountDeps, Caller, LinkMail } from './account-deps.ts';
import type { CustId, Customer } from './customer.ts';

/** Stands for no customer's epoch. */
const NO_EPOCH = 0;

/**
 * What a verification secret holds: whom it verifies, and for which password. A sign-up over an account
 * that nobody has verified changes the epoch, so that a link verifies only the password it was sent for.
 */
export function verificationContent(custid: CustId, epoch: number): string {
  return `${custid} ${epoch}`;
}

/** The same work for an account that is in use; it verifies nobody. */
export function verificationDecoy(custid: CustId): string {
  return verificationContent(custid, NO_EPOCH);
}

export function readVerification(content: string): { custid: CustId; epoch: number } | null {
  const [, custid, epoch] = /^(\S{1,254}) (\d{1,16})$/.exec(content) ?? [];
  return custid === undefined ? null : { custid: custid as CustId, epoch: Number(epoch) };
}

/** Mails the link that verifies this account. */
export function mailVerification({ mailer }: AccountDeps, { to, customer, made, caller }: LinkMail): Promise<void> {
  return mailer.send({
    to,
    locale: customer?.locale ?? caller.locale,
    host: caller.host,
    letter: { kind: 'verification', ...made },
    expiresAtMs: made.expiresAtMs,
    ticket: null,
    isDecoy: customer === null,
  });
}

/**
 * Mails the link again to somebody who knows the password and has not verified the address; with null it mails nobody
 * and does the same work. Has limits of its own: reached elsewhere, shared ones would tell who was reminded here.
 */
export async function remind(deps: AccountDeps, custid: CustId, customer: Customer | null, caller: Caller) {
  const counted = await deps.guard.begin('reminder', custid, caller.network);
  if (!counted.ok) return;
  const content = customer === null ? verificationDecoy(custid) : verificationContent(custid, customer.epoch);
  const made = await deps.makeVerificationLink(content, caller.origin);
  await mailVerification(deps, { to: custid, customer, made, caller });
}
