/** Times and durations as the API writes them in words. */

import { type Amount, amountOver, roundedAmount, TIME_UNITS, type TimeUnit } from '#src/values/time-units.ts';

/** Of each unit: larger counts are rare, and would only fill the memory. */
const MOST_KEPT_COUNT = 60;

/** Words for times in one language. */
export interface Stamps {
  /** In the largest unit that fits, rounded: '45 seconds', '12 minutes', '3 hours', '7 days'. */
  duration(seconds: number): string;
  /** A date and time in words, in UTC, which is named. */
  date(instantMs: number): string;
  /** The day alone, in UTC: 'March 12, 2025'. */
  day(instantMs: number): string;
  /** How long ago that was: 'now', '2 minutes ago', '4 hours ago'. */
  ago(seconds: number): string;
}

/** Keeps the formatters: making one costs more than everything else in an answer. */
export function createStamps(languageTag: string): Stamps {
  const lengths = createLengths(languageTag);
  const dates = new Intl.DateTimeFormat(languageTag, { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(languageTag, { dateStyle: 'long', timeZone: 'UTC' });
  const relative = createAges(languageTag);
  const now = new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto' }).format(0, 'second');
  return {
    day: (instantMs) => days.format(instantMs),
    ago: (seconds) => (seconds < 1 ? now : relative(amountOver(seconds))),
    date: (instantMs) => dates.format(instantMs),
    duration: (seconds) => lengths(roundedAmount(seconds)),
  };
}

type Words = (amount: Amount) => string;

function createAges(languageTag: string): Words {
  const format = new Intl.RelativeTimeFormat(languageTag, { numeric: 'always' });
  return keeping(({ count, unit }) => format.format(-count, unit));
}

function createLengths(languageTag: string): Words {
  const formats = new Map(TIME_UNITS.map((unit) => [unit, durationFormat(languageTag, unit)]));
  return keeping(({ count, unit }) => formats.get(unit)?.format(count) ?? '');
}

/** Most entries of a list are some days old, and most secrets live as long as is proposed: the words are found once. */
function keeping(find: Words): Words {
  const kept = new Map<string, string>();
  return (amount) => {
    const name = `${amount.count} ${amount.unit}`;
    const words = kept.get(name) ?? find(amount);
    if (amount.count < MOST_KEPT_COUNT) kept.set(name, words);
    return words;
  };
}

function durationFormat(languageTag: string, unit: TimeUnit): Intl.NumberFormat {
  return new Intl.NumberFormat(languageTag, { style: 'unit', unit, unitDisplay: 'long' });
}
