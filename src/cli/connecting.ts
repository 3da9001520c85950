import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Where fetch itself tells how far a connection came. */
const BEGUN = 'undici:client:beforeConnect';
const MADE = 'undici:client:connected';
const FAILED = 'undici:client:connectError';

/** Whether an error is that of a connection that did not come about. */
export type WasNeverConnected = (error: unknown) => boolean;

/**
 * Hands over a judge of why a `fetch` within it was rejected: no address, nobody there, or a TLS handshake that failed
 * or never ended came before a request could go out. Codes do not tell: a connection can be reset in the handshake and
 * after the request. An error of another `fetch` than Node's, or on a connection from before, counts as one after it.
 */
export async function watchConnecting<T>(ask: (wasNeverConnected: WasNeverConnected) => Promise<T>): Promise<T> {
  const causes = new Set<unknown>();
  const seen = new Set<string>();
  const heard: readonly (readonly [channel: string, hear: (told: unknown) => void])[] = [
    [BEGUN, () => void seen.add(BEGUN)],
    [MADE, () => void seen.add(MADE)],
    [FAILED, (told) => void causes.add((told as { readonly error: unknown }).error)],
  ];
  for (const [channel, hear] of heard) subscribe(channel, hear);
  const isUnfinished = () => seen.has(BEGUN) && !seen.has(MADE);
  try {
    return await ask((error) => error instanceof Error && (causes.has(error.cause) || isUnfinished()));
  } finally {
    for (const [channel, hear] of heard) unsubscribe(channel, hear);
  }
}
