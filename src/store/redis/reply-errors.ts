import { ClientClosedError, ClientOfflineError, ErrorReply } from 'redis';
import type { RedisHost } from '#src/values/redis-address.ts';

/** Done by the master; fewer replicas than wanted are known to have it. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';
}

/** Nobody is known who keeps this key now; nothing was sent. */
export class NoMaster extends Error {
  override name = 'NoMaster';
}

/**
 * What an error says of a command. 'elsewhere' and 'later': not done, and it may be asked again, of whoever
 * is the right one by then. 'refused': not done. 'unknown': done or not.
 */
export type Verdict = 'elsewhere' | 'later' | 'refused' | 'unknown';

/** Scripts of Redis 6 carry the error of the write that failed, which was their first. */
const ELSEWHERE = /^(?:READONLY|MOVED|ERR Error running script.*-READONLY) /;
const LATER = /^(?:TRYAGAIN|CLUSTERDOWN|LOADING|MASTERDOWN|NOREPLICAS) /;
const REDIRECTION = /^(ASK|MOVED) \d+ (\S*):(\d+)/;

export function verdictOf(error: unknown): Verdict {
  if (error instanceof ClientOfflineError || error instanceof ClientClosedError || error instanceof NoMaster) {
    return 'elsewhere';
  }
  if (!(error instanceof ErrorReply)) return 'unknown';
  if (ELSEWHERE.test(error.message)) return 'elsewhere';
  return LATER.test(error.message) ? 'later' : 'refused';
}

/** Who keeps the key instead, and which member of a cluster says so. */
export interface Redirection {
  readonly to: RedisHost;
  readonly from: RedisHost;
  readonly isAsking: boolean;
}

export function redirectionOf(error: unknown, asked: RedisHost): Redirection | null {
  const [, kind, host, port] = (error instanceof ErrorReply && REDIRECTION.exec(error.message)) || [];
  return kind === undefined ? null : { to: placeToldBy(asked, host, port), from: asked, isAsking: kind === 'ASK' };
}

/** A member without a known name is at the host of the member that tells of it. */
export function placeToldBy(asked: RedisHost, host: unknown, port: unknown): RedisHost {
  const name = String(host ?? '');
  return { host: name === '' || name === '?' ? asked.host : name, port: Number(port) };
}

export function isUnknownScript(error: unknown): boolean {
  return error instanceof ErrorReply && error.message.startsWith('NOSCRIPT');
}

/** Redis repeats what it was sent with a command that it does not know: with HELLO, as before Redis 6, the password. */
export function withoutArguments(error: unknown): unknown {
  if (!(error instanceof ErrorReply)) return error;
  const text = error.message.replace(/, with args beginning with:.*$/s, '');
  return text === error.message ? error : new ErrorReply(text);
}
