/** Times and durations as the API writes them in words. */

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

type Unit = (typeof UNITS)[number]['unit'];

/** Words for times in one language. */
export interface Stamps {
  /** The largest unit that fits, rounded: '45 seconds', '12 minutes', '3 hours', '7 days'. */
  duration(seconds: number): string;
  /** A date and time in words, in UTC, which is named. */
  date(instantMs: number): string;
}

/** Keeps the formatters: making one costs more than everything else in an answer. */
export function createStamps(languageTag: string): Stamps {
  const durations = new Map(UNITS.map(({ unit }) => [unit, durationFormat(languageTag, unit)]));
  const dates = new Intl.DateTimeFormat(languageTag, { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' });
  return {
    date: (instantMs) => dates.format(instantMs),
    duration: (seconds) => {
      const { unit, seconds: size } = UNITS.find((candidate) => seconds >= candidate.seconds) ?? UNITS[3];
      return durations.get(unit)?.format(Math.round(seconds / size)) ?? '';
    },
  };
}

/** `2026-01-31@14:05:09 UTC`. */
export function utcStamp(instantMs: number): string {
  const iso = new Date(instantMs).toISOString();
  return `${iso.slice(0, 10)}@${iso.slice(11, 19)} UTC`;
}

function durationFormat(languageTag: string, unit: Unit): Intl.NumberFormat {
  return new Intl.NumberFormat(languageTag, { style: 'unit', unit, unitDisplay: 'long' });
}
