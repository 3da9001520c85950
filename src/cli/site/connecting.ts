import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where fetch itself tells how far a connection came. */
const BEGUN = 'undici:client:beforeConnect';
const MADE = 'undici:client:connected';
const FAILED = 'undici:client:connectError';

/** Whether an error is that of a connection that did not come about. */
export type WasNeverConnected = (error: unknown) => boolean;

/**
 * Hands over a judge of why a `fetch` within it was rejected: no address, nobody there, or a TLS handshake that failed
 * or never ended came before a request could go out. Codes do not tell: a connection can be reset in the handshake and
 * after the request. An error on a connection from before counts as one after it, and so does one of another `fetch`
 * than Node's that does not `tellConnecting`.
 */
export async function watchConnecting<T>(ask: (wasNeverConnected: WasNeverConnected) => Promise<T>): Promise<T> {
  const causes = new Set<unknown>();
  const seen = new Set<string>();
  const heard: readonly (readonly [name: string, hear: (told: unknown) => void])[] = [
    [BEGUN, () => void seen.add(BEGUN)],
    [MADE, () => void seen.add(MADE)],
    [FAILED, (told) => void causes.add((told as { readonly error: unknown }).error)],
  ];
  for (const [name, hear] of heard) subscribe(name, hear);
  const isUnfinished = () => seen.has(BEGUN) && !seen.has(MADE);
  try {
    return await ask((error) => error instanceof Error && (causes.has(error.cause) || isUnfinished()));
  } finally {
    for (const [name, hear] of heard) unsubscribe(name, hear);
  }
}

/** Tells of a connection of our own making what Node's `fetch` tells of its own; `made` is what the socket says then. */
export function tellConnecting(socket: Socket, made: 'connect' | 'secureConnect'): void {
  if (!socket.connecting) return;
  channel(BEGUN).publish({});
  socket.once(made, () => channel(MADE).publish({}));
}
