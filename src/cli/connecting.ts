import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Where fetch itself tells of a connection that did not come about. */
const FAILED_CONNECTIONS = 'undici:client:connectError';

/** Whether an error is that of a connection that did not come about. */
export type WasNeverConnected = (error: unknown) => boolean;

/**
 * Hands over a judge of why a `fetch` within it was rejected: no address, nobody there, or a TLS handshake that failed
 * came before a request could go out. Codes do not tell: a connection can be reset in the handshake and after the
 * request. An error of another `fetch` than Node's counts as one after it.
 */
export async function watchConnecting<T>(ask: (wasNeverConnected: WasNeverConnected) => Promise<T>): Promise<T> {
  const causes = new Set<unknown>();
  const keep = (told: unknown) => causes.add((told as { readonly error: unknown }).error);
  subscribe(FAILED_CONNECTIONS, keep);
  try {
    return await ask((error) => error instanceof Error && causes.has(error.cause));
  } finally {
    unsubscribe(FAILED_CONNECTIONS, keep);
  }
}
