/** What requests are counted by, each on its own. */
export const RATE_GROUPS = ['create', 'reveal', 'sender', 'account', 'feedback', 'payment', 'other'] as const;

export type RateGroup = (typeof RATE_GROUPS)[number];
