import type { Refusal, RefusalKind } from './refusals.ts';

const MINUTES_FROM_SECONDS = 90;

/** To come again after so long: in the words of `inSeconds`, or of `inMinutes` where nobody would count the seconds. */
export function refusalUntil(
  retryAfter: number,
  { inSeconds, inMinutes }: Readonly<Record<'inSeconds' | 'inMinutes', RefusalKind>>,
): Refusal {
  if (retryAfter < MINUTES_FROM_SECONDS) return { kind: inSeconds, values: { count: retryAfter }, retryAfter };
  return { kind: inMinutes, values: { count: Math.ceil(retryAfter / 60) }, retryAfter };
}
