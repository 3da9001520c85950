const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86400;

const UNITS = [
  { unit: 'day', seconds: DAY_SECONDS },
  { unit: 'hour', seconds: HOUR_SECONDS },
  { unit: 'minute', seconds: MINUTE_SECONDS },
  { unit: 'second', seconds: 1 },
] as const;

type Unit = (typeof UNITS)[number]['unit'];

const numberFormatOf = createNumberFormats();

/** A number as the language writes it: 10,000. */
export function formatNumber(lang: string, value: number): string {
  return numberFormatOf(lang).format(value);
}

/** An amount of US cents as dollars: '$35.00'. */
export function formatDollars(lang: string, cents: number): string {
  return new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' }).format(cents / 100);
}

/** A duration in its largest whole unit, rounded: '7 days', '30 minutes'. */
export function formatDuration(lang: string, seconds: number): string {
  const { unit, count } = inLargestUnit(seconds);
  return numberFormatOf(lang, unit).format(count);
}

/** A lifetime to choose, never rounded: '7 days', '90 minutes'. */
export function formatLifetime(lang: string, seconds: number): string {
  const { unit, seconds: size } = UNITS.find((candidate) => seconds % candidate.seconds === 0) ?? UNITS[3];
  return numberFormatOf(lang, unit).format(seconds / size);
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

/** Making a formatter costs more than everything it formats on a page. */
function createNumberFormats(): (lang: string, unit?: Unit) => Intl.NumberFormat {
  const kept = new Map<string, Intl.NumberFormat>();
  return (lang, unit) => {
    const name = `${lang} ${unit}`;
    const format = kept.get(name) ?? new Intl.NumberFormat(lang, unit && { style: 'unit', unit, unitDisplay: 'long' });
    kept.set(name, format);
    return format;
  };
}

function inLargestUnit(seconds: number): { unit: Unit; count: number } {
  const fitting = UNITS.find((candidate) => seconds >= candidate.seconds) ?? UNITS[3];
  const { unit, seconds: unitSeconds } = fitting ?? { unit: 'second', seconds: 1 };
  return { unit, count: Math.round(seconds / unitSeconds) };
}
