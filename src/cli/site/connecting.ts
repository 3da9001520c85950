import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where fetch itself tells how far a connection came. */
const BEGUN = 'undici:client:beforeConnect';
const MADE = 'undici:client:connected';
const FAILED = 'undici:client:connectError';

/** Whether an error is that of a connection that did not come about. */
export type WasNeverConnected = (error: unknown) => boolean;

/**
 * Hands `ask` a function that says whether a `fetch` within it was rejected before a request could go out: no address,
 * nobody there, or a TLS handshake that failed or never ended. Error codes do not tell: a connection can be reset in
 * the handshake or after the request. An error on a connection that was open before counts as one after the request,
 * and so does any error of a `fetch` other than Node's that does not `tellConnecting`.
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

/** Publishes of our own connection what Node's `fetch` publishes of its own; `made` is the event of a finished one. */
export function tellConnecting(socket: Socket, made: 'connect' | 'secureConnect'): void {
  if (!socket.connecting) return;
  channel(BEGUN).publish({});
  socket.once(made, () => channel(MADE).publish({}));
}
