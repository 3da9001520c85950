import { ok, type Result } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import type { Api } from '../site/api.ts';
import { openSession } from '../site/session.ts';
import { readShape } from '../site/shapes.ts';
import { askConsent } from '../terminal/ask.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { neededPassphrase } from './passphrase.ts';
import { readTarget, type Side } from './target.ts';

export interface BurnOptions extends ClientOptions {
  readonly passphraseFile?: string;
  /** Whose key a bare key is. */
  readonly as: Side;
  readonly yes?: boolean;
}

interface Doomed {
  readonly path: string;
  readonly side: Side;
  readonly passphrase: string | undefined;
}

/** `hushlink burn URL|KEY`: destroys a secret unread, for its sender or for its recipient. */
export async function burn(link: string, options: BurnOptions, io: CliIo): Promise<Outcome> {
  const target = await readTarget(link, io);
  if (!target.ok) return target;
  const session = await openSession(options, target.value.server, io);
  if (!session.ok) return session;
  const { api } = session.value;
  const side = target.value.side ?? options.as;
  const path = `/${side === 'sender' ? 'private' : 'secret'}/${target.value.key}`;
  const hasPassphrase = await look(api, path, side);
  if (!hasPassphrase.ok) return hasPassphrase;
  const consent = await askConsent(TEXTS.prompts.burn, options.yes, io, TEXTS.errors.cancelled);
  if (!consent.ok) return consent;
  const source = { file: options.passphraseFile, isStdinTaken: link === '-', isNew: false };
  const passphrase = hasPassphrase.value ? await neededPassphrase(source, io) : ok(undefined);
  return passphrase.ok ? destroy(api, { path, side, passphrase: passphrase.value }) : passphrase;
}

/** Whether it has a passphrase; what has ended already is gone. */
async function look(api: Api, path: string, side: Side): Promise<Result<boolean, CliFailure>> {
  const answer = await api.get(path);
  if (!answer.ok) return answer;
  const seen = readShape(answer.value, (fields) => {
    const record = fields.nested('record');
    return {
      hasPassphrase: record.flag('has_passphrase'),
      isOver: side === 'sender' && (record.flag('is_destroyed') || record.flag('is_expired')),
    };
  });
  if (!seen.ok) return seen;
  return seen.value.isOver ? failed('gone', TEXTS.errors.gone) : ok(seen.value.hasPassphrase);
}

async function destroy(api: Api, { path, side, passphrase }: Doomed): Promise<Outcome> {
  const body = { continue: true, ...(passphrase === undefined ? {} : { passphrase }) };
  const answer = await api.post(`${path}/burn`, body);
  if (!answer.ok) return answer;
  const state = readShape(answer.value, (fields) => fields.nested('record').oneOf('state', ['burned']));
  if (!state.ok) return state;
  return ok({ line: 'burned\n', json: { state: 'burned', burned_by: side }, notes: [TEXTS.burn.done] });
}
