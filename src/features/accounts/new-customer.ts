import type { RandomBytes } from '#src/crypto/ids.ts';
import type { CustId, Customer } from './customer.ts';
import { newEpoch } from './epoch.ts';

/** An account as it begins: nobody has verified it or read mail at its address. */
export function newCustomer(
  deps: { readonly now: () => number; readonly randomBytes: RandomBytes },
  custid: CustId,
  passwordHash: string,
): Customer {
  return {
    ...{ custid, passwordHash, role: 'customer', planid: 'basic', paid: null, locale: null },
    ...{ isVerified: false, isMailProven: false, apiTokenHash: null },
    ...{ epoch: newEpoch(deps), createdAtMs: deps.now() },
    ...{ secretsCreated: 0, secretsShared: 0, emailsSent: 0 },
  };
}
