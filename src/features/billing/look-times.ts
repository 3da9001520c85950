import { DAY_MS, HOUR_MS } from '#src/values/spans.ts';
import { isEnded, type Subscription } from './billing.ts';

/** Subscriptions that have ended can begin again. */
const IDLE_MS = 7 * DAY_MS;
/** The provider collects a payment within an hour after the end of a period. */
const AFTER_PERIOD_MS = HOUR_MS;

/** When to look again, if nothing is told: after the end of a period, and once a day while anything goes on. */
export function nextLookAtMs(subscriptions: readonly Subscription[], nowMs: number, random: () => number): number {
  const live = subscriptions.filter((subscription) => !isEnded(subscription));
  if (live.length === 0) return nowMs + earlier(IDLE_MS, random);
  const ends = live.map(({ periodEndsAtMs }) => periodEndsAtMs + AFTER_PERIOD_MS);
  const next = Math.min(nowMs + earlier(DAY_MS, random), ...ends.filter((endMs) => endMs > nowMs));
  return Math.max(next, nowMs + HOUR_MS);
}

const FIRST_PAUSE_MS = 60_000;
const MOST_PAUSE_MS = 6 * HOUR_MS;

/** How long to wait after so many failures in a row, from one on. */
export function pauseAfterFailures(failures: number, random: () => number): number {
  return earlier(Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), random);
}

/** 0.8 to 1 of it: what began together does not stay together. */
function earlier(ms: number, random: () => number): number {
  return Math.round(ms * (0.8 + 0.2 * random()));
}
