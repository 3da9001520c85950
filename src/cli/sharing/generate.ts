import { ok, type Result } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { openSession } from '../site/session.ts';
import { TEXTS } from '../texts.ts';
import { conceal, concealedAnswer } from './concealed.ts';
import { type ConcealOptions, readTerms } from './create.ts';

export interface GenerateOptions extends ConcealOptions {
  readonly length?: number;
  /** Comma separated names. */
  readonly sets?: string;
  readonly show?: boolean;
}

const SETS = ['lowercase', 'uppercase', 'digits', 'symbols'];

/** `hushlink generate`: has the server make a password and answers with its link. */
export async function generate(options: GenerateOptions, io: CliIo): Promise<Outcome> {
  const session = await openSession(options, undefined, io);
  if (!session.ok) return session;
  const sets = readSets(options.sets);
  if (!sets.ok) return sets;
  const terms = await readTerms({ ttl: session.value.ttl, ...options }, false, io);
  if (!terms.ok) return terms;
  const body = {
    kind: 'generate',
    ...(options.length === undefined ? {} : { length: options.length }),
    ...(sets.value === undefined ? {} : { character_sets: sets.value }),
    ...terms.value,
  };
  const concealed = await conceal(session.value.api, '/secret/generate', body);
  return concealed.ok ? ok(concealedAnswer(concealed.value, options.show === true)) : concealed;
}

function readSets(text: string | undefined): Result<readonly string[] | undefined, CliFailure> {
  if (text === undefined) return ok(undefined);
  const sets = text.split(',').map((name) => name.trim());
  return sets.every((name) => SETS.includes(name)) ? ok(sets) : failed('usage', TEXTS.errors.notASet);
}
