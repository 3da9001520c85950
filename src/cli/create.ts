import { ok, type Result } from '#src/result.ts';
import type { Outcome } from './answer.ts';
import { conceal, concealedAnswer } from './concealed.ts';
import { isFromStdin, readContent } from './content.ts';
import { parseDuration } from './duration.ts';
import { type CliFailure, failed } from './failure.ts';
import type { CliIo } from './io.ts';
import { givenPassphrase } from './passphrase.ts';
import { type ClientOptions, openApi } from './session.ts';
import { TEXTS } from './texts.ts';

export interface ConcealOptions extends ClientOptions {
  readonly ttl?: string;
  readonly passphraseFile?: string;
  readonly recipient?: readonly string[];
}

/** `hushlink create [FILE]`: shares a file or standard input and answers with the link. */
export async function create(file: string | undefined, options: ConcealOptions, io: CliIo): Promise<Outcome> {
  const api = openApi(options, undefined, io);
  if (!api.ok) return api;
  const terms = await readTerms(options, isFromStdin(file), io);
  if (!terms.ok) return terms;
  const content = await readContent(file, io);
  if (!content.ok) return content;
  const body = { kind: 'share', secret: content.value, ...terms.value };
  const concealed = await conceal(api.value, '/secret/conceal', body);
  return concealed.ok ? ok(concealedAnswer(concealed.value, false)) : concealed;
}

/** The members of the request that `create` and `generate` share; what was not asked for is left out. */
export async function readTerms(
  options: ConcealOptions,
  isStdinTaken: boolean,
  io: CliIo,
): Promise<Result<object, CliFailure>> {
  const ttl = options.ttl === undefined ? undefined : parseDuration(options.ttl);
  if (options.ttl !== undefined && ttl === undefined) return failed('usage', TEXTS.errors.notADuration);
  const passphrase = await givenPassphrase({ file: options.passphraseFile, isStdinTaken }, io);
  if (!passphrase.ok) return passphrase;
  return ok({
    ...(ttl === undefined ? {} : { ttl }),
    ...(passphrase.value === undefined ? {} : { passphrase: passphrase.value }),
    ...(options.recipient?.length ? { recipient: options.recipient } : {}),
  });
}
