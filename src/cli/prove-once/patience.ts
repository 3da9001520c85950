import type { Heard } from './site.ts';

/** How long to go on asking while another try may bring a better answer. */
export interface Patience {
  /** For all tries together. */
  readonly totalMs: number;
  readonly wait: (delayMs: number) => Promise<void>;
  readonly nowMs: () => number;
}

const TOO_MANY_REQUESTS = 429;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1000;

/** Asks again while the answer breaks off, does not come, or says that the server cannot now; gives the last one. */
export async function askPatiently(ask: () => Promise<Heard>, { totalMs, wait, nowMs }: Patience): Promise<Heard> {
  const untilMs = nowMs() + totalMs;
  let heard = await ask();
  for (let pauseMs = FIRST_PAUSE_MS; isPassing(heard); pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    if (nowMs() + pauseMs > untilMs) break;
    await wait(pauseMs);
    heard = await ask();
  }
  return heard;
}

/** Nobody was told yes or no: it may have happened all the same. */
export function isPassing({ status, isWhole }: Heard): boolean {
  return status >= 500 || !isWhole;
}

/** The seconds to wait after a limit has refused, 0 if it does not say; undefined if no limit has. */
export function limitSecondsOf({ status, headers }: Heard): number | undefined {
  if (status !== TOO_MANY_REQUESTS) return undefined;
  const seconds = Number(headers['retry-after']);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0;
}
