/** `GET /api/v2/colonel`: what the administrator's page shows. Times in epoch seconds. */

export interface ColonelCountsWire {
  readonly session_count: number;
  readonly secret_count: number;
  readonly metadata_count: number;
  readonly secrets_created: number;
  readonly secrets_shared: number;
  readonly emails_sent: number;
  readonly emails_failed: number;
  readonly emails_waiting: number;
  readonly feedback_count: number;
  readonly today_feedback_count: number;
  readonly yesterday_feedback_count: number;
  readonly older_feedback_count: number;
  readonly recent_customer_count: number;
  readonly customer_count: number;
}

export interface FeedbackEntryWire {
  readonly msg: string;
  /** '2026-01-31@14:05:09 UTC'. */
  readonly stamp: string;
  readonly created: number;
  /** custid or the address given; 'anon' without. */
  readonly from: string;
  /** Whether `from` is a custid: an address that a visitor has typed is proven by nothing. */
  readonly signed_in?: boolean;
  /** Sent without JavaScript: no captcha stood in its way. */
  readonly unchecked: boolean;
  readonly tz: string;
  readonly version: string;
}

export interface ColonelCustomerWire {
  readonly custid: string;
  readonly colonel: boolean;
  readonly verified: boolean;
  readonly secrets_created: number;
  readonly secrets_shared: number;
  readonly emails_sent: number;
  /** In force now, given or paid for. */
  readonly planid: string;
  readonly stamp: string;
  readonly created: number;
}

/** One bar of a small chart: a UTC day and what was counted on it. */
export interface DayCountWire {
  /** '2026-01-31'. */
  readonly day: string;
  readonly secrets_created: number;
  readonly secrets_shared: number;
}

/** 'links': payment links alone; the operator notes what was paid by them. */
export type BillingState = 'off' | 'links' | 'on';

export interface ColonelRecordWire {
  readonly counts: ColonelCountsWire;
  /** The last 14 days, oldest first, days without anything included. */
  readonly days: readonly DayCountWire[];
  readonly recent_customers: readonly ColonelCustomerWire[];
  readonly today_feedback: readonly FeedbackEntryWire[];
  readonly yesterday_feedback: readonly FeedbackEntryWire[];
  readonly older_feedback: readonly FeedbackEntryWire[];
  readonly billing: BillingState;
  /** Facts about the store in the order to be shown; of Redis, or the equivalent ones of SQLite. */
  readonly redis_info: Readonly<Record<string, string | number>>;
}
