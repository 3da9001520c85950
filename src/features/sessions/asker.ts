import type { Customer } from '#src/features/accounts/customer.ts';

/** Who is asking. */
export type Asker = AnonymousAsker | CustomerAsker;

export interface AnonymousAsker {
  readonly kind: 'anonymous';
  /** Came with a sign-in that does not hold any more, or with wrong credentials. */
  readonly isTurnedAway: boolean;
}

export interface CustomerAsker {
  readonly kind: 'customer';
  readonly customer: Customer;
  /** By role, or named in the configuration with an address proven by mail. */
  readonly isColonel: boolean;
  /** By the cookie of a session, or by HTTP Basic with an API token. */
  readonly by: 'session' | 'token';
}

export const ANONYMOUS: AnonymousAsker = { kind: 'anonymous', isTurnedAway: false };
