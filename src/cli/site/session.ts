import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import { type Credentials, credentialsFor } from '../profiles/credentials.ts';
import { PROFILE_TEXTS } from '../profiles/texts.ts';
import { readToken } from '../profiles/token.ts';
import { TEXTS } from '../texts.ts';
import { type ClientOptions, readWishes, type Wishes } from '../wishes.ts';
import { type Api, createApi } from './api.ts';
import { isReadableOnTheWay } from './server-address.ts';

/** A server that a command may ask. */
export interface Session {
  readonly api: Api;
  readonly server: URL;
  /** The value of the caller's Authorization header; undefined without credentials for that server. */
  readonly authorization: string | undefined;
  /** The longest wait for an answer. */
  readonly timeoutMs: number;
  /** How long a secret lives where no option says so; undefined leaves it to the server. */
  readonly ttl: string | undefined;
}

export interface OwnSession extends Session {
  /** Who the caller is to it. */
  readonly credentials: Credentials;
}

/**
 * The server that a command is about: `--server`, else where its link leads, else the caller's own. Credentials go to
 * the server they are for, and nowhere else: a link that somebody sent must not collect them.
 */
export async function openSession(
  options: ClientOptions,
  linked: URL | undefined,
  io: CliIo,
): Promise<Result<Session, CliFailure>> {
  const wishes = await readWishes(options, linked, io);
  if (!wishes.ok) return wishes;
  const server = options.server === undefined && linked ? linked : wishes.value.own;
  const atHand = credentialsFor(server, { chosen: wishes.value.chosen, option: options.server }, io);
  return atHand.ok ? sessionAt(server, wishes.value, atHand.value.credentials, io) : atHand;
}

/** The same for a command that is about the caller's own account; nothing is asked without credentials. */
export async function openOwnSession(options: ClientOptions, io: CliIo): Promise<Result<OwnSession, CliFailure>> {
  const wishes = await readWishes(options, undefined, io);
  if (!wishes.ok) return wishes;
  const { own, chosen } = wishes.value;
  const atHand = credentialsFor(own, { chosen, option: options.server }, io);
  if (!atHand.ok) return atHand;
  const { credentials, other } = atHand.value;
  if (!credentials) {
    const sentence = other ? PROFILE_TEXTS.token.otherServer(other.host) : TEXTS.errors.credentialsNeeded;
    return failed('usage', sentence);
  }
  const session = await sessionAt(own, wishes.value, credentials, io);
  return session.ok ? ok({ ...session.value, credentials }) : session;
}

/** A client of that server, with that Authorization header; warns if others can read what is sent there. */
export function apiAt(server: URL, authorization: string | undefined, timeoutMs: number, io: CliIo): Api {
  if (isReadableOnTheWay(server)) say(io, TEXTS.notes.notEncrypted(server.host));
  return createApi({ server, authorization, fetch: io.fetch, timeoutMs });
}

export function basicAuthorization(user: string, token: string): string {
  return `Basic ${Buffer.from(`${user}:${token}`, 'utf8').toString('base64')}`;
}

async function sessionAt(
  server: URL,
  { timeoutMs, ttl }: Wishes,
  credentials: Credentials | undefined,
  io: CliIo,
): Promise<Result<Session, CliFailure>> {
  const sessionAs = (authorization: string | undefined): Session => ({
    ...{ server, ttl, timeoutMs, authorization },
    api: apiAt(server, authorization, timeoutMs, io),
  });
  if (!credentials) return ok(sessionAs(undefined));
  const token = await readToken(credentials.token, timeoutMs, io);
  return token.ok ? ok(sessionAs(basicAuthorization(credentials.user, token.value))) : token;
}
