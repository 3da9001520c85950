/**
 * So far apart the clocks of processes on one store may be, in ms. What one of them has set may be that much later for
 * another than it can be by its own; what is further off was set by a clock that was wrong.
 */
export const CLOCK_SKEW_MS = 300_000;
