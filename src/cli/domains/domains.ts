import { domainToASCII } from 'node:url';
import { isDnsName } from '#src/http/site-address.ts';
import type { Result } from '#src/result.ts';
import type { Answer, Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { openOwnSession } from '../site/session.ts';
import { type Fields, readShape } from '../site/shapes.ts';
import { askConsent } from '../terminal/ask.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import type { DomainsCommand } from './command.ts';
import { addedAnswer, listAnswer, removedAnswer, shownAnswer, verifiedAnswer } from './show.ts';

/** Characters that make it more than a name; `domainToASCII` silently drops what follows a slash, `?` or `#`. */
const MORE_THAN_A_NAME = /[\s\p{Cc}/\\?#@:%[\]]/u;

/** `hushlink domains …`: the customer's own domains, over the API. */
export async function domains(command: DomainsCommand, options: ClientOptions, io: CliIo): Promise<Outcome> {
  const session = await openOwnSession(options, io);
  if (!session.ok) return session;
  const { get, post } = session.value.api;
  switch (command.kind) {
    case 'list':
      return understood(await get('/account/domains'), listAnswer);
    case 'add':
      return understood(await post('/account/domains/add', { domain: command.name }), addedAnswer);
    case 'show':
      return atName(command.name, async (path) => understood(await get(path), shownAnswer));
    case 'verify':
      return atName(command.name, async (path) => understood(await post(`${path}/verify`, {}), verifiedAnswer));
    case 'remove':
      return atName(command.name, async (path) => {
        const consent = await askConsent(TEXTS.domains.sure(command.name), command.isConfirmed, io);
        return consent.ok ? understood(await post(`${path}/remove`, {}), removedAnswer) : consent;
      });
  }
}

/**
 * Only a name becomes a part of a path: `..` would lead to another route, and `a/b` is not `a`. It is judged by its
 * A-labels, since labels may hold more than letters and digits (`paral·lel.cat`). Whether a customer may have it is for
 * the server to say.
 */
async function atName(typed: string, ask: (path: string) => Promise<Outcome>): Promise<Outcome> {
  const name = MORE_THAN_A_NAME.test(typed) ? '' : domainToASCII(typed).replace(/\.$/, '');
  if (!isDnsName(name)) return failed('usage', TEXTS.domains.notAName);
  return ask(`/account/domains/${encodeURIComponent(name)}`);
}

function understood(answer: Result<unknown, CliFailure>, read: (fields: Fields) => Answer): Outcome {
  if (answer.ok) return readShape(answer.value, read);
  return answer.failure.kind === 'gone' ? failed('gone', TEXTS.domains.unknown) : answer;
}
