import { readMailAddress } from '#src/values/mail-address.ts';
import type { CustId } from './customer.ts';

/** The customer that an e-mail address names, or null. */
export function custIdOf(text: string): CustId | null {
  return readMailAddress(text) as CustId | null;
}

/** What stands behind the @. */
export function domainOf(custid: CustId): string {
  return custid.slice(custid.lastIndexOf('@') + 1);
}

/**
 * Whether a mail server of its domain may send mail for this address on to another one: 'user%elsewhere.example@domain'
 * and 'elsewhere.example!user@domain' are routes to some (RFC 1123, 5.2.16), to Postfix unless told otherwise.
 */
export function mayBeRoute(custid: CustId): boolean {
  return /[%!]/.test(custid);
}
