import { ok, type Result } from '#src/result.ts';
import { type Api, createApi } from './api.ts';
import type { CliFailure } from './failure.ts';
import { type CliIo, say } from './io.ts';
import { chooseServer, isReadableOnTheWay } from './server.ts';
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
  if (!choice.ok) return choice;
  const { server, authorization } = choice.value;
  if (isReadableOnTheWay(server)) say(io, TEXTS.notes.notEncrypted(server.host));
  return ok(createApi({ server, authorization, fetch: io.fetch, timeoutMs: options.timeout * 1000 }));
}
