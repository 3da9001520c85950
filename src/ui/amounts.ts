import { amountOver, exactAmount, roundedAmount, type TimeUnit } from '#src/values/time-units.ts';

const numberFormatOf = createNumberFormats();
const dateFormatOf = createDateFormats();

/** A number as the language writes it: 10,000. */
export function formatNumber(lang: string, value: number): string {
  return numberFormatOf(lang).format(value);
}

/** An amount of US cents as dollars: '$35.00'. */
export function formatDollars(lang: string, cents: number): string {
  return keptTogether(new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' }).format(cents / 100));
}

/** A duration in the largest unit that fits, rounded: '7 days', '30 minutes'. */
export function formatDuration(lang: string, seconds: number): string {
  const { count, unit } = roundedAmount(seconds);
  return numberFormatOf(lang, unit).format(count);
}

/** A lifetime to choose, never rounded: '7 days', '90 minutes'. */
export function formatLifetime(lang: string, seconds: number): string {
  const { count, unit } = exactAmount(seconds);
  return numberFormatOf(lang, unit).format(count);
}

/**
 * How long ago something was, from its age in seconds: 'now', '4 hours ago', '1 day ago'. In whole units that are over,
 * as lists say it; never 'yesterday', which an age alone cannot know.
 */
export function formatAge(lang: string, ageSeconds: number): string {
  const { count, unit } = amountOver(ageSeconds);
  return new Intl.RelativeTimeFormat(lang, { numeric: count === 0 ? 'auto' : 'always' }).format(-count, unit);
}

/** A moment in UTC, which is named; at its end it stays on the line of the time: 'January 31, 2026 at 2:05 PM UTC'. */
export function formatUtc(lang: string, atMs: number): string {
  return dateFormatOf(lang, 'moment').format(atMs).replace(/ UTC$/, '\u00a0UTC');
}

/** A day in UTC, without its year: 'Jan 31'. */
export function formatDay(lang: string, atMs: number): string {
  return dateFormatOf(lang, 'day').format(atMs);
}

/** Making a formatter costs more than everything it formats on a page. */
function createNumberFormats(): (lang: string, unit?: TimeUnit) => Intl.NumberFormat {
  const kept = new Map<string, Intl.NumberFormat>();
  return (lang, unit) => {
    const name = `${lang} ${unit}`;
    const format = kept.get(name) ?? new Intl.NumberFormat(lang, unit && { style: 'unit', unit, unitDisplay: 'long' });
    kept.set(name, format);
    return format;
  };
}

const DATES = {
  moment: {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  },
  day: { day: 'numeric', month: 'short', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function createDateFormats(): (lang: string, shape: keyof typeof DATES) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (lang, shape) => {
    const name = `${lang} ${shape}`;
    const format = kept.get(name) ?? new Intl.DateTimeFormat(lang, DATES[shape]);
    kept.set(name, format);
    return format;
  };
}

const RIGHT_TO_LEFT_MARK = '\u200f';
const [ISOLATE_LTR, END] = ['\u2066', '\u2069'];

/** An amount with its currency: '35 US$' stays in this order where the text around it runs the other way. */
export function keptTogether(amount: string): string {
  return amount.includes(RIGHT_TO_LEFT_MARK) ? `${ISOLATE_LTR}${amount}${END}` : amount;
}
