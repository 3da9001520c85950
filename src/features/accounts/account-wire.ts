/** The JSON shapes of accounts that the API and the islands share; snake_case, times in epoch seconds. */

import type { PaymentCustomerWire, SubscriptionWire } from '#src/features/billing/billing-wire.ts';

/** What somebody may do, `anonymous` for visitors. */
export interface PlanWire {
  readonly planid: string;
  readonly options: {
    readonly name: string;
    readonly custom_domains: boolean;
    /** Longest lifetime, seconds. */
    readonly ttl: number;
    /** Most characters (code points). */
    readonly size: number;
    readonly api: boolean;
    readonly email: boolean;
  };
}

/** A customer as the customer's own pages and programs see one: also in `GET /api/v2/authcheck`. */
export interface CustomerWire {
  readonly custid: string;
  /** 'colonel' also by the configuration: what counts is what somebody may do now. */
  readonly role: 'customer' | 'colonel';
  readonly locale: string | null;
  readonly plan: PlanWire;
  readonly verified: boolean;
  readonly secrets_created: number;
  /** The day in words, in the asker's language and in UTC: 'March 12, 2025'. */
  readonly customer_since: string;
  /** Epoch seconds. */
  readonly created: number;
}

/** `GET /api/v2/account`. */
export interface AccountRecordWire {
  /** Only in the answer that made it; null otherwise, since only its hash is kept. */
  readonly apitoken: string | null;
  readonly has_apitoken: boolean;
  readonly cust: CustomerWire;
  /** null when nobody pays. */
  readonly stripe_customer: PaymentCustomerWire | null;
  /** Newest first. */
  readonly stripe_subscriptions: readonly SubscriptionWire[];
}
