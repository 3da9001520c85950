/** Units of time as people count them, from the largest. */
const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

export type TimeUnit = (typeof UNITS)[number]['unit'];

export interface Amount {
  readonly count: number;
  readonly unit: TimeUnit;
}

export const TIME_UNITS: readonly TimeUnit[] = UNITS.map(({ unit }) => unit);

/** In the largest unit that fits, rounded: 59 minutes and 59 seconds are 1 hour, never 60 minutes. */
export function roundedAmount(seconds: number): Amount {
  const fits = (at: number) => {
    const [size = 1, next = 1] = [UNITS[at]?.seconds, UNITS[at + 1]?.seconds];
    return Math.round(seconds / next) * next >= size;
  };
  const { unit, seconds: size } = UNITS.find((_, at) => fits(at)) ?? UNITS[3];
  return { count: Math.round(seconds / size), unit };
}

/** In the largest unit of which at least one is over: 59 minutes and 59 seconds are 59 minutes. */
export function amountOver(seconds: number): Amount {
  const { unit, seconds: size } = UNITS.find((candidate) => seconds >= candidate.seconds) ?? UNITS[3];
  return { count: Math.floor(seconds / size), unit };
}

/** In the largest unit that leaves no rest: 90 minutes. */
export function exactAmount(seconds: number): Amount {
  const { unit, seconds: size } = UNITS.find((candidate) => seconds % candidate.seconds === 0) ?? UNITS[3];
  return { count: seconds / size, unit };
}
