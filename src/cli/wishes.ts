import { ok, type Result } from '#src/result.ts';
import { MAX_TIMEOUT_SECONDS, parseDuration } from './duration.ts';
import { type CliFailure, failed } from './failure.ts';
import type { CliIo } from './io.ts';
import { type Chosen, chooseProfile } from './profiles/profile.ts';
import { PROFILE_TEXTS } from './profiles/texts.ts';
import { ownServer } from './site/server.ts';

const DEFAULT_TIMEOUT_SECONDS = 30;

/** The options every client command has. */
export interface ClientOptions {
  readonly profile?: string;
  readonly server?: string;
  /** In seconds. */
  readonly timeout?: number;
  readonly json?: boolean;
}

/** What was said of the server to ask: by an option, else by the environment, else by the profile, else by us. */
export interface Wishes {
  readonly chosen: Chosen;
  /** The caller's own server, wherever a link may lead. */
  readonly own: URL;
  readonly timeoutMs: number;
  /** How long a secret lives where no option says so; undefined leaves it to the server. */
  readonly ttl: string | undefined;
}

/** `linked` is the server that a link names, for a command that asks there. */
export async function readWishes(
  options: ClientOptions,
  linked: URL | undefined,
  io: CliIo,
): Promise<Result<Wishes, CliFailure>> {
  const isServerSaid = Boolean(options.server ?? linked ?? (io.env.HUSHLINK_SERVER || undefined));
  const chosen = await chooseProfile(options.profile, isServerSaid, io);
  return chosen.ok ? wishesWith(chosen.value, options, io) : chosen;
}

/** The same with a profile that was chosen already, or that is still to be made. */
export function wishesWith(chosen: Chosen, options: ClientOptions, io: CliIo): Result<Wishes, CliFailure> {
  const own = ownServer(options.server, chosen, io);
  if (!own.ok) return own;
  const timeoutMs = timeoutOf(options, chosen, io);
  if (!timeoutMs.ok) return timeoutMs;
  const ttl = ttlOf(chosen, io);
  return ttl.ok ? ok({ chosen, own: own.value, timeoutMs: timeoutMs.value, ttl: ttl.value }) : ttl;
}

function timeoutOf({ timeout }: ClientOptions, { profile }: Chosen, { env }: CliIo): Result<number, CliFailure> {
  if (timeout !== undefined) return ok(timeout * 1000);
  const text = env.HUSHLINK_TIMEOUT;
  if (!text) return ok((profile?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000);
  const seconds = Number(text);
  const isRight = /^\d+$/.test(text) && seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS;
  return isRight ? ok(seconds * 1000) : wrong('HUSHLINK_TIMEOUT', PROFILE_TEXTS.allowed.timeout);
}

function ttlOf({ profile }: Chosen, { env }: CliIo): Result<string | undefined, CliFailure> {
  const text = env.HUSHLINK_TTL;
  if (!text) return ok(profile?.ttl);
  return parseDuration(text) === undefined ? wrong('HUSHLINK_TTL', PROFILE_TEXTS.allowed.ttl) : ok(text);
}

function wrong(variable: string, allowed: string) {
  return failed('usage', PROFILE_TEXTS.wrongVariable(variable, allowed));
}
