import type { AccountDeps, Caller } from './account-deps.ts';
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
export async function sendVerification(deps: AccountDeps, customer: Customer, caller: Caller): Promise<void> {
  const { custid, epoch, locale } = customer;
  const verification = await deps.makeVerificationLink(verificationContent(custid, epoch), caller.origin);
  await deps.mailer.send({
    to: custid,
    locale: locale ?? caller.locale,
    host: caller.host,
    letter: { kind: 'verification', ...verification },
    expiresAtMs: verification.expiresAtMs,
    ticket: null,
  });
}
