import { ok, type Result } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { parseDuration } from '../duration.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { openSession } from '../site/session.ts';
import { ACTIVITIES, createActivity } from '../terminal/activity.ts';
import { TEXTS } from '../texts.ts';
import type { ClientOptions } from '../wishes.ts';
import { conceal, concealedAnswer } from './concealed.ts';
import { isFromStdin, readContent } from './content.ts';
import { givenPassphrase } from './passphrase.ts';

export interface ConcealOptions extends ClientOptions {
  readonly ttl?: string;
  readonly passphraseFile?: string;
  readonly recipient?: readonly string[];
}

/** `hushlink create [FILE]`: shares a file or standard input and answers with the link. */
export async function create(file: string | undefined, options: ConcealOptions, io: CliIo): Promise<Outcome> {
  const session = await openSession(options, undefined, io);
  if (!session.ok) return session;
  const terms = await readTerms({ ttl: session.value.ttl, ...options }, isFromStdin(file), io);
  if (!terms.ok) return terms;
  const activity = createActivity(options, io);
  const content = await readContent(file, io, (bytes) => activity.show(ACTIVITIES.reading(bytes)));
  if (!content.ok) return activity.endWith(content);
  activity.show(ACTIVITIES.sending(Buffer.byteLength(content.value)));
  const body = { kind: 'share', secret: content.value, ...terms.value };
  const concealed = activity.endWith(await conceal(session.value.api, '/secret/conceal', body));
  return concealed.ok ? ok(concealedAnswer(concealed.value, false)) : concealed;
}

type TermOptions = Pick<ConcealOptions, 'passphraseFile' | 'recipient'> & { readonly ttl?: string | undefined };

interface Terms {
  readonly ttl?: number;
  readonly passphrase?: string;
  readonly recipient?: readonly string[];
}

/** The members of the request that `create` and `generate` share; what was not asked for is left out. */
export async function readTerms(
  options: TermOptions,
  isStdinTaken: boolean,
  io: CliIo,
): Promise<Result<Terms, CliFailure>> {
  const ttl = options.ttl === undefined ? undefined : parseDuration(options.ttl);
  if (options.ttl !== undefined && ttl === undefined) return failed('usage', TEXTS.errors.notADuration);
  const passphrase = await givenPassphrase({ file: options.passphraseFile, isStdinTaken, isNew: true }, io);
  if (!passphrase.ok) return passphrase;
  return ok({
    ...(ttl === undefined ? {} : { ttl }),
    ...(passphrase.value === undefined ? {} : { passphrase: passphrase.value }),
    ...(options.recipient?.length ? { recipient: options.recipient } : {}),
  });
}
