import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import type { Chosen } from '../profiles/profile.ts';
import { TEXTS } from '../texts.ts';
import { parseServer } from './server-address.ts';

export const DEFAULT_SERVER = new URL('http://localhost:3000');

/** Where to ask, and as whom. */
export interface ServerChoice {
  readonly server: URL;
  /** The value of an Authorization header. */
  readonly authorization: string | undefined;
}

/**
 * The caller's own server: `--server`, else that of a `--profile`, else HUSHLINK_SERVER, else that of the profile in
 * use, else this machine.
 */
export function ownServer(option: string | undefined, chosen: Chosen, io: CliIo): Result<URL, CliFailure> {
  const named =
    option ?? (chosen.isByOption && chosen.profile?.server ? undefined : io.env.HUSHLINK_SERVER || undefined);
  if (named === undefined) return ok(chosen.profile?.server ?? DEFAULT_SERVER);
  const server = parseServer(named);
  return server ? ok(server) : failed('usage', TEXTS.errors.notAServer);
}
