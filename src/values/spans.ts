/** How long these are, in milliseconds. A day is 24 hours, whatever the clocks of a country do. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
