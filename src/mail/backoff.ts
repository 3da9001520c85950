import { jittered } from '#src/timers.ts';
import { HOUR_MS } from '#src/values/spans.ts';

const FIRST_WAIT_MS = 30_000;
const GROWTH = 2.5;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** With less time left another try is not worth waiting for. */
const LEAST_LEFT_MS = 60_000;

export interface FailedTry {
  /** This one included. */
  readonly tries: number;
  readonly maxTries: number;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/**
 * When a mail that could not be handed over is tried again, or null when it is given up: after
 * about 30 s, 75 s, 3 min, 8 min … 6 h, so that 12 tries take a day. What is soon over is tried
 * again before half of the rest has gone by.
 */
export function nextTryMs({ tries, maxTries, nowMs, expiresAtMs }: FailedTry, random: () => number): number | null {
  const leftMs = expiresAtMs - nowMs;
  if (tries >= maxTries || leftMs < LEAST_LEFT_MS) return null;
  const waitMs = jittered(Math.min(FIRST_WAIT_MS * GROWTH ** (tries - 1), LONGEST_WAIT_MS), random);
  return nowMs + Math.round(Math.min(waitMs, leftMs / 2));
}
