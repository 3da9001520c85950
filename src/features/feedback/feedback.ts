/** What people write to those who run the site. Pure: the clock comes in as an argument. */

import type { CustId } from '#src/features/accounts/customer.ts';
import { DAY_MS } from '#src/values/spans.ts';

export const MAX_MESSAGE_CHARS = 5000;

/** Who wrote: somebody signed in, a visitor who left an address, or nobody that can be answered. */
export type Writer =
  | { readonly kind: 'customer'; readonly custid: CustId }
  | { readonly kind: 'anonymous'; readonly address: string | null };

export interface Feedback {
  readonly message: string;
  /** The browser's time zone as it names it; empty without JavaScript. */
  readonly timeZone: string;
  /** Release whose form it was. */
  readonly version: string;
  readonly writer: Writer;
  /** Sent without JavaScript: no captcha stood in its way. */
  readonly isUnchecked: boolean;
}

export type FeedbackGroup = 'today' | 'yesterday' | 'older';

/** Where a moment stands, by UTC days. */
export function groupOf(createdAtMs: number, nowMs: number): FeedbackGroup {
  const todayMs = startOfDay(nowMs);
  if (createdAtMs >= todayMs) return 'today';
  return createdAtMs >= todayMs - DAY_MS ? 'yesterday' : 'older';
}

/** Midnight UTC before that moment. */
export function startOfDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS;
}
