import { ok, type Result } from '#src/result.ts';
import { type Api, createApi } from './api.ts';
import { type CliFailure, failed } from './failure.ts';
import { type CliIo, say } from './io.ts';
import { chooseServer, isReadableOnTheWay, type ServerChoice } from './server.ts';
import { TEXTS } from './texts.ts';

/** The options every client command has. */
export interface ClientOptions {
  readonly server?: string;
  readonly timeout: number;
  readonly json?: boolean;
}

/** The API of the server that a command is about; says so where the way there is open to readers. */
export function openApi(options: ClientOptions, linked: URL | undefined, io: CliIo): Result<Api, CliFailure> {
  const choice = chooseServer(options.server, linked, io);
  return choice.ok ? ok(apiAt(choice.value, options, io)) : choice;
}

/** The same for a command that is about the caller's own account; nothing is asked without credentials. */
export function openOwnApi(options: ClientOptions, io: CliIo): Result<Api, CliFailure> {
  const choice = chooseServer(options.server, undefined, io);
  if (!choice.ok) return choice;
  if (choice.value.authorization === undefined) return failed('usage', TEXTS.errors.credentialsNeeded);
  return ok(apiAt(choice.value, options, io));
}

function apiAt({ server, authorization }: ServerChoice, options: ClientOptions, io: CliIo): Api {
  if (isReadableOnTheWay(server)) say(io, TEXTS.notes.notEncrypted(server.host));
  return createApi({ server, authorization, fetch: io.fetch, timeoutMs: options.timeout * 1000 });
}
