import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk } from '../io.ts';
import { readTextBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';
import { askHidden } from '../terminal/hidden-line.ts';
import { TEXTS } from '../texts.ts';

const MAX_PASSPHRASE_BYTES = 16 * 1024;

export interface PassphraseSource {
  /** `--passphrase-file`; `-` is standard input. */
  readonly file: string | undefined;
  /** Set where standard input already has another use. */
  readonly isStdinTaken: boolean;
}

/** The passphrase from the file, else from HUSHLINK_PASSPHRASE, else undefined. */
export async function givenPassphrase(
  source: PassphraseSource,
  io: CliIo,
): Promise<Result<string | undefined, CliFailure>> {
  if (source.file === undefined) return ok(io.env.HUSHLINK_PASSPHRASE || undefined);
  if (source.file === '-' && source.isStdinTaken) return failed('usage', TEXTS.errors.stdinTwice);
  const passphrase = await readPassphrase(source.file, io);
  return passphrase.ok && passphrase.value === '' ? failed('usage', TEXTS.errors.passphraseEmpty) : passphrase;
}

/** The passphrase a secret asks for: as given, or asked for on the terminal without showing it. */
export async function neededPassphrase(source: PassphraseSource, io: CliIo): Promise<Result<string, CliFailure>> {
  const given = await givenPassphrase(source, io);
  if (!given.ok) return given;
  if (given.value !== undefined) return ok(given.value);
  if (!canAsk(io)) return failed('usage', TEXTS.errors.passphraseNeeded);
  const typed = await askHidden(TEXTS.prompts.passphrase, io);
  if (typed === undefined) return failed('cancelled', TEXTS.errors.cancelled);
  return typed === '' ? failed('usage', TEXTS.errors.passphraseEmpty) : ok(typed);
}

async function readPassphrase(file: string, { stdin }: CliIo): Promise<Result<string, CliFailure>> {
  try {
    const text = await readTextBounded(file, MAX_PASSPHRASE_BYTES, stdin);
    return text === undefined ? failed('usage', TEXTS.errors.passphraseTooLong(MAX_PASSPHRASE_BYTES)) : ok(text);
  } catch (error) {
    return failed('usage', TEXTS.errors.passphraseUnreadable(systemCode(error)));
  }
}
