/**
 * How far apart the clocks of processes on one store may be, in ms. An instant that one of them has set may lie that
 * much later than another's own clock allows; what lies further off was set by a wrong clock.
 */
export const CLOCK_SKEW_MS = 300_000;
