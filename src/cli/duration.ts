/** The longest that a command may be told to wait for an answer. */
export const MAX_TIMEOUT_SECONDS = 3600;

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;
const UNIT_NAMES = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `3600`, `90s`, `5m`, `1h`, `2d` or `1w` in seconds; undefined for anything else. The server judges the range. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,12})([smhdw]?)$/.exec(text);
  if (!match) return undefined;
  const unit = (match[2] || 's') as keyof typeof UNIT_SECONDS;
  const seconds = Number(match[1]) * UNIT_SECONDS[unit];
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** `3600` as '1 hour', `90000` as '1 day 1 hour': the two largest units that are not zero. */
export function durationWords(seconds: number): string {
  let restSeconds = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, unitSeconds] of UNIT_NAMES) {
    const count = Math.floor(restSeconds / unitSeconds);
    restSeconds -= count * unitSeconds;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, 2).join(' ') || '0 seconds';
}

/** Epoch seconds as '2026-01-31 14:05:09 UTC'. */
export function stamp(epochSeconds: number): string {
  return `${new Date(epochSeconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
