import type { Owner } from '#src/features/accounts/customer.ts';
import type { Frequency } from '#src/features/plans/plan-wire.ts';
import type { BillingSnapshot, PayerId } from './billing.ts';

/** What we need of a payment provider. All but `readNotice` throw `PaymentsUnavailable` when it cannot be asked. */
export interface Payments {
  /** Begins a payment; the address of the provider's page, where it is made or left. */
  checkout(order: {
    readonly owner: Owner;
    readonly planid: string;
    readonly frequency: Frequency;
    /** Who pays already for the account; null for nobody. */
    readonly payer: PayerId | null;
    /** Pages of ours, to come back to. */
    readonly paidUrl: string;
    readonly leftUrl: string;
  }): Promise<string>;
  /** The address of the provider's page where the payer looks after cards and subscriptions. */
  portal(payer: PayerId, returnUrl: string): Promise<string>;
  look(payers: readonly PayerId[]): Promise<BillingSnapshot>;
  /** Ends all subscriptions of the payer at once; idempotent. */
  cancelAll(payer: PayerId): Promise<void>;
  /** What a message to our webhook says; null for one that the provider has not signed, or not lately. */
  readNotice(body: Buffer, signature: string, nowMs: number): Notice | null;
}

export interface Notice {
  /** What something was said about; null if it does not concern us. */
  readonly payer: PayerId | null;
  /** Whom a finished checkout was for; null if it says nothing of that. */
  readonly owner: Owner | null;
}

export class PaymentsUnavailable extends Error {
  override readonly name = 'PaymentsUnavailable';
}
