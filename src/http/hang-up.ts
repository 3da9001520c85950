import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than an answer needs to be read, shorter than a connection is worth holding. */
const LISTENS_MS = 2000;

/**
 * For a connection whose last answer has just gone out while its other end is still sending: throws away what comes
 * for two seconds at most, and hangs up. Closed over bytes that nobody has read it would be reset, and the answer be
 * lost to everybody who sends all before reading (RFC 9112, 9.6).
 */
export function hangUpHeard(socket: Socket): void {
  // Node's own end of a last answer: both directions at once.
  socket.off('finish', socket.destroy);
  // Not for HTTP any more: what comes may hold a next request, which nobody could answer.
  socket.once('resume', () => socket.removeAllListeners('data').on('data', () => {}));
  // Stopped first: what flows already says nothing of being resumed, and a body that nobody took has stopped it below.
  socket.pause().resume();
  const cut = setTimeout(() => socket.destroy(), LISTENS_MS).unref();
  socket.once('close', () => clearTimeout(cut));
}

/** Whether whoever has asked is gone, or has ended sending, as a browser does when a tab is closed. */
export function hasHungUp({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return socket.readableEnded || socket.destroyed;
}
