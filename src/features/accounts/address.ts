import { readMailAddress } from '#src/mail-address.ts';
import type { CustId } from './customer.ts';

/** The customer that an e-mail address names, or null. */
export function custIdOf(text: string): CustId | null {
  return readMailAddress(text) as CustId | null;
}

/** What stands behind the @. */
export function domainOf(custid: CustId): string {
  return custid.slice(custid.lastIndexOf('@') + 1);
}
