const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86400;

const UNITS = [
  { unit: 'day', seconds: DAY_SECONDS },
  { unit: 'hour', seconds: HOUR_SECONDS },
  { unit: 'minute', seconds: MINUTE_SECONDS },
  { unit: 'second', seconds: 1 },
] as const;

/** A number as the language writes it: 10,000. */
export function formatNumber(lang: string, value: number): string {
  return new Intl.NumberFormat(lang).format(value);
}

/** A duration in its largest whole unit, rounded: '7 days', '30 minutes'. */
export function formatDuration(lang: string, seconds: number): string {
  const { unit, count } = inLargestUnit(seconds);
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** A lifetime to choose, never rounded: '7 days', '90 minutes'. */
export function formatLifetime(lang: string, seconds: number): string {
  const { unit, seconds: size } = UNITS.find((candidate) => seconds % candidate.seconds === 0) ?? UNITS[3];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** How long ago something was, from its age in seconds: '4 hours ago', 'yesterday'. */
export function formatAge(lang: string, ageSeconds: number): string {
  const { unit, count } = inLargestUnit(ageSeconds);
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-count, unit);
}

/** A moment in UTC, the same in every language: '2026-01-31 14:05 UTC'. */
export function formatUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function inLargestUnit(seconds: number): { unit: (typeof UNITS)[number]['unit']; count: number } {
  const fitting = UNITS.find((candidate) => seconds >= candidate.seconds) ?? UNITS[3];
  const { unit, seconds: unitSeconds } = fitting ?? { unit: 'second', seconds: 1 };
  return { unit, count: Math.round(seconds / unitSeconds) };
}
