import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import type { CliIo } from '../io.ts';
import { openOwnSession } from '../site/session.ts';
import type { ClientOptions } from '../wishes.ts';
import { readAuthorized } from './authorized.ts';
import { PROFILE_TEXTS } from './texts.ts';

/** `hushlink whoami`: who the server takes the caller for. */
export async function whoami(options: ClientOptions, io: CliIo): Promise<Outcome> {
  const session = await openOwnSession(options, io);
  if (!session.ok) return session;
  const { api, server, credentials } = session.value;
  const person = await readAuthorized(api);
  if (!person.ok) return person;
  const { user, role, plan } = person.value;
  const { whoami: said } = PROFILE_TEXTS;
  const source = credentials.profile === null ? said.environment : said.profile(credentials.profile);
  return ok({
    line: `${user}\n`,
    json: { user, role, plan, server: server.origin, profile: credentials.profile },
    notes: [said.server(server.origin), source, said.plan(plan)],
  });
}
