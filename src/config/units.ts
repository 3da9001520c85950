const SECONDS_OF: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const BYTES_OF: Readonly<Record<string, number>> = { b: 1, kb: 1000, mb: 1_000_000, kib: 1024, mib: 1_048_576 };

export const DAY_SECONDS = 86_400;

/** `90`, `'90'`, `'5m'`, `'1h'`, `'7d'` as seconds. What is none of these comes back untouched, to be refused. */
export function durationToSeconds(value: unknown): unknown {
  return withUnit(value, SECONDS_OF);
}

/** `1048576`, `'64kB'`, `'1MiB'` as bytes. What is none of these comes back untouched, to be refused. */
export function sizeToBytes(value: unknown): unknown {
  return withUnit(value, BYTES_OF);
}

/** `'3000'` as 3000, since the environment knows only text. Everything else comes back untouched. */
export function textToNumber(value: unknown): unknown {
  return withUnit(value, {});
}

function withUnit(value: unknown, factors: Readonly<Record<string, number>>): unknown {
  if (typeof value !== 'string') return value;
  const [, digits, unit] = /^(-?\d{1,15}) ?([a-z]*)$/i.exec(value.trim()) ?? [];
  if (digits === undefined || unit === undefined) return value;
  const factor = unit === '' ? 1 : factors[unit.toLowerCase()];
  return factor === undefined ? value : Number(digits) * factor;
}
