import type { Answer, Outcome } from '../answer.ts';
import { stamp } from '../duration.ts';
import type { CliIo } from '../io.ts';
import { openOwnSession } from '../site/session.ts';
import { type Fields, readShape } from '../site/shapes.ts';
import { inColumns } from '../terminal/columns.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { STATES } from './status.ts';

/** `hushlink recent`: what the customer has shared in the last 30 days, newest first. */
export async function recent(options: ClientOptions, io: CliIo): Promise<Outcome> {
  const session = await openOwnSession(options, io);
  if (!session.ok) return session;
  const answer = await session.value.api.get('/private/recent');
  return answer.ok ? readShape(answer.value, readList) : answer;
}

function readList(fields: Fields): Answer {
  const secrets = fields.list('records').map((record) => ({
    metadata_key: record.line('key'),
    state: record.oneOf('state', STATES),
    created: record.integer('created'),
    secret_ttl: record.integer('secret_ttl'),
    has_passphrase: record.flag('has_passphrase'),
    recipients: record.line('recipients'),
  }));
  const rows = secrets.map(({ metadata_key, state, created, recipients }) => [
    metadata_key,
    state,
    stamp(created),
    recipients,
  ]);
  return {
    line: inColumns(rows),
    json: { count: secrets.length, secrets },
    notes: rows.length === 0 ? [TEXTS.recent.none] : [],
  };
}
