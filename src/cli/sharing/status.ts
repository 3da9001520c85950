import { ok, type Result } from '#src/result.ts';
import type { Answer, Outcome } from '../answer.ts';
import { durationWords, stamp } from '../duration.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import type { Api } from '../site/api.ts';
import { openSession } from '../site/session.ts';
import { type Fields, readShape } from '../site/shapes.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { readTarget, type Side } from './target.ts';

export interface StatusOptions extends ClientOptions {
  /** Whose key a bare key is. */
  readonly as: Side;
}

/** What became of a secret, in the words that senders read. */
export const STATES = ['new', 'previewed', 'received', 'burned', 'expired'] as const;

/** `hushlink status URL|KEY`: says what became of a secret, and changes nothing. */
export async function status(link: string, options: StatusOptions, io: CliIo): Promise<Outcome> {
  const target = await readTarget(link, io);
  if (!target.ok) return target;
  const session = await openSession(options, target.value.server, io);
  if (!session.ok) return session;
  const { api } = session.value;
  const side = target.value.side ?? options.as;
  const { key } = target.value;
  return side === 'sender' ? senderStatus(api, key) : recipientStatus(api, key);
}

async function senderStatus(api: Api, key: string): Promise<Outcome> {
  const answer = await api.get(`/private/${key}`);
  return answer.ok ? readShape(answer.value, readSenderAnswer) : answer;
}

function readSenderAnswer(fields: Fields): Answer {
  const [record, details] = [fields.nested('record'), fields.nested('details')];
  const state = record.oneOf('state', STATES);
  const facts = {
    secret_ttl: record.integer('secret_ttl'),
    has_passphrase: record.flag('has_passphrase'),
    created: record.integer('created'),
    received_at: details.integerOrNull('received'),
    burned_at: details.integerOrNull('burned'),
    burned_by: details.oneOfOrNull('burned_by', ['sender', 'recipient', 'operator']),
    passphrase_failures: details.integer('passphrase_failures'),
    locked_until: details.integerOrNull('locked_until'),
  };
  const { received_at, burned_at, burned_by, passphrase_failures, locked_until } = facts;
  return {
    line: `${state}\n`,
    json: { state, as: 'sender', ...facts },
    notes: [
      ...lifetimeNotes(facts),
      ...(received_at === null ? [] : [TEXTS.status.received(stamp(received_at))]),
      ...(burned_at === null ? [] : [TEXTS.status.burned(stamp(burned_at), burned_by ?? '')]),
      ...(passphrase_failures === 0 ? [] : [TEXTS.status.failures(passphrase_failures)]),
      ...(locked_until === null ? [] : [TEXTS.status.locked(stamp(locked_until))]),
    ],
  };
}

async function recipientStatus(api: Api, key: string): Promise<Outcome> {
  const answer = await api.get(`/secret/${key}/status`);
  if (!answer.ok) return answer;
  const read = readShape(answer.value, (fields) => readRecipientAnswer(fields.nested('record')));
  return read.ok ? read.value : read;
}

function readRecipientAnswer(record: Fields): Result<Answer, CliFailure> {
  const state = record.oneOf('state', [...STATES, 'unknown']);
  if (state === 'unknown') return failed('gone', TEXTS.errors.gone);
  const facts = { secret_ttl: record.integer('secret_ttl'), has_passphrase: record.flag('has_passphrase') };
  return ok({ line: `${state}\n`, json: { state, as: 'recipient', ...facts }, notes: lifetimeNotes(facts) });
}

function lifetimeNotes(facts: { secret_ttl: number; has_passphrase: boolean }): readonly string[] {
  if (facts.secret_ttl <= 0) return [];
  const left = TEXTS.status.left(durationWords(facts.secret_ttl));
  return facts.has_passphrase ? [left, TEXTS.status.passphrase] : [left];
}
