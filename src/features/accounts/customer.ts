/** Somebody with an account. Pure: the clock comes in as an argument. */

import type { PaidTerm } from '#src/features/billing/billing.ts';

/** The e-mail address as `custIdOf` reads it: what a customer is named by everywhere. */
export type CustId = string & { readonly brand: 'CustId' };

export type Role = 'customer' | 'colonel';

/** A customer's row. */
export interface Customer extends CustomerCounts {
  readonly custid: CustId;
  readonly role: Role;
  /** What the operator has given; 'basic' from the start. */
  readonly planid: string;
  /** What was paid for; null for nothing. While it lasts it counts instead of `planid`. */
  readonly paid: PaidTerm | null;
  /** Our code of the language that was chosen; null when none was. */
  readonly locale: string | null;
  /** Only a verified account can sign in. */
  readonly isVerified: boolean;
  /** Somebody has read mail at this address: only then the colonels of the configuration count. */
  readonly isMailProven: boolean;
  /** argon2id in its usual text form ('$argon2id$v=19$m=…'). */
  readonly passwordHash: string;
  /** SHA-256 of the API token, base64url; null without one. */
  readonly apiTokenHash: string | null;
  /** A session that was begun under another number is over. Rises with time, never repeats. */
  readonly epoch: number;
  readonly createdAtMs: number;
}

/** Whose something is. Not the address alone: an account made anew under it is somebody else's. */
export type Owner = Pick<Customer, 'custid' | 'createdAtMs'>;

/** An owner who may have links mailed. */
export type SendingOwner = Owner & Pick<Customer, 'isMailProven'>;

/** Since the account was made. Kept beside what they count: a crash in between loses one. */
export interface CustomerCounts {
  readonly secretsCreated: number;
  /** Secrets of this customer that were read. */
  readonly secretsShared: number;
  /** Recipients that links were mailed to; counted when the mails are put into the outbox. */
  readonly emailsSent: number;
}
