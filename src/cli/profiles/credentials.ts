import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { DEFAULT_SERVER } from '../site/server.ts';
import { parseServer } from '../site/server-address.ts';
import { TEXTS } from '../texts.ts';
import type { Chosen, TokenSource } from './profile.ts';
import { PROFILE_TEXTS } from './texts.ts';

/** Who the caller is to one server. */
export interface Credentials {
  readonly user: string;
  readonly token: TokenSource;
  /** The profile they come from; null for the environment. */
  readonly profile: string | null;
}

export interface AtHand {
  readonly credentials: Credentials | undefined;
  /** The server that other credentials, which were found, are for. */
  readonly other: URL | undefined;
}

export interface Calling {
  readonly chosen: Chosen;
  /** `--server`. */
  readonly option: string | undefined;
}

/**
 * Credentials for that very server and no other: those of the environment, else those of the profile; with
 * `--profile`, the profile's alone. Never half of one and half of the other.
 */
export function credentialsFor(server: URL, calling: Calling, io: CliIo): Result<AtHand, CliFailure> {
  const { profile, isByOption } = calling.chosen;
  const environment = isByOption ? ok(undefined) : serverOfEnvironment(server, calling, io);
  if (!environment.ok) return environment;
  if (environment.value?.origin === server.origin) {
    const credentials = readEnvironment(io);
    return credentials.ok ? ok({ credentials: credentials.value, other: undefined }) : credentials;
  }
  const { user, token, name } = profile ?? {};
  if (!profile?.server || !user || !token || !name) return ok({ credentials: undefined, other: environment.value });
  if (profile.server.origin !== server.origin) {
    return ok({ credentials: undefined, other: environment.value ?? profile.server });
  }
  return ok({ credentials: { user, token, profile: name }, other: undefined });
}

/** The server that the credentials of the environment are for; undefined if there are none. */
function serverOfEnvironment(
  server: URL,
  { chosen, option }: Calling,
  { env }: CliIo,
): Result<URL | undefined, CliFailure> {
  if (!env.HUSHLINK_USER && !env.HUSHLINK_TOKEN && !env.HUSHLINK_TOKEN_FILE) return ok(undefined);
  const said = parseServer(env.HUSHLINK_SERVER || option || '');
  if (said) return ok(said);
  const ofProfile = chosen.profile?.server;
  if (ofProfile === undefined) return ok(DEFAULT_SERVER);
  if (env.HUSHLINK_PROFILE || ofProfile.origin !== server.origin) return ok(ofProfile);
  // Nobody has said that these credentials are for the server of the profile.
  return failed('usage', PROFILE_TEXTS.token.withoutServer);
}

function readEnvironment({ env }: CliIo): Result<Credentials, CliFailure> {
  const [user, token, file] = [env.HUSHLINK_USER, env.HUSHLINK_TOKEN, env.HUSHLINK_TOKEN_FILE];
  if (token && file) return failed('usage', PROFILE_TEXTS.token.twice);
  const source = readSource(token, file);
  if (!user || !source) return failed('usage', TEXTS.errors.halfCredentials);
  if (user.includes(':')) return failed('usage', TEXTS.errors.colonInUser);
  return ok({ user, token: source, profile: null });
}

function readSource(token: string | undefined, file: string | undefined): TokenSource | undefined {
  if (token) return { kind: 'value', token };
  return file ? { kind: 'file', path: file } : undefined;
}
