import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from './failure.ts';
import type { CliIo } from './io.ts';
import { isWebAddress } from './target.ts';
import { TEXTS } from './texts.ts';

const DEFAULT_SERVER = 'http://localhost:3000';

/** Where to ask, and as whom. */
export interface ServerChoice {
  readonly server: URL;
  /** The value of an Authorization header. */
  readonly authorization: string | undefined;
}

/**
 * `--server`, else the place a link leads to, else HUSHLINK_SERVER, else this machine. Credentials go
 * only to the server that was chosen by the caller: a link somebody sent must not collect them.
 */
export function chooseServer(
  option: string | undefined,
  linked: URL | undefined,
  io: CliIo,
): Result<ServerChoice, CliFailure> {
  const own = parseServer(option ?? (io.env.HUSHLINK_SERVER || DEFAULT_SERVER));
  if (!own.ok) return own;
  const server = option === undefined && linked ? linked : own.value;
  if (server.origin !== own.value.origin) return ok({ server, authorization: undefined });
  const authorization = basicAuthorization(io.env.HUSHLINK_USER || undefined, io.env.HUSHLINK_TOKEN || undefined);
  return authorization.ok ? ok({ server, authorization: authorization.value }) : authorization;
}

/** Whether what is sent there can be read on the way. */
export function isReadableOnTheWay(server: URL): boolean {
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname);
  return server.protocol === 'http:' && !isLoopback;
}

/** An address without a path, as `--server` and `verify` take it. */
export function parseServer(text: string): Result<URL, CliFailure> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '';
  return url && isBare && isWebAddress(url) ? ok(url) : failed('usage', TEXTS.errors.notAServer);
}

function basicAuthorization(
  user: string | undefined,
  token: string | undefined,
): Result<string | undefined, CliFailure> {
  if (user === undefined && token === undefined) return ok(undefined);
  if (user === undefined || token === undefined) return failed('usage', TEXTS.errors.halfCredentials);
  if (user.includes(':')) return failed('usage', TEXTS.errors.colonInUser);
  return ok(`Basic ${Buffer.from(`${user}:${token}`, 'utf8').toString('base64')}`);
}
