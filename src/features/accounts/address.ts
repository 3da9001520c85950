import { type CustId, isMailAddress } from './customer.ts';

/** Far more than an address has in any form. */
const MAX_TYPED_CHARS = 1000;

/** The customer that an e-mail address names, or null. */
export function custIdOf(text: string): CustId | null {
  // Before anything else: bringing a megabyte of accents into normal form would stop the server for minutes.
  if (text.length > MAX_TYPED_CHARS) return null;
  const address = text.trim().normalize('NFC').toLowerCase();
  return isMailAddress(address) ? (address as CustId) : null;
}

/** What stands behind the @. */
export function domainOf(custid: CustId): string {
  return custid.slice(custid.lastIndexOf('@') + 1);
}
