import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk, isTyped } from '../io.ts';
import { readTextBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';
import { askNew } from '../terminal/ask-new.ts';
import { askHidden } from '../terminal/hidden-line.ts';
import { TEXTS } from '../texts.ts';

const MAX_PASSPHRASE_BYTES = 16 * 1024;
const NEW_PASSPHRASE = { question: TEXTS.prompts.passphrase, differ: TEXTS.errors.passphrasesDiffer };

export interface PassphraseSource {
  /** `--passphrase-file`; `-` is standard input. */
  readonly file: string | undefined;
  /** Set where standard input already has another use. */
  readonly isStdinTaken: boolean;
  /** It is being chosen, not one that a secret already has. */
  readonly isNew: boolean;
}

/** The passphrase from the file, else from HUSHLINK_PASSPHRASE, else undefined. What is typed for `-` is not shown. */
export async function givenPassphrase(
  { file, isStdinTaken, isNew }: PassphraseSource,
  io: CliIo,
): Promise<Result<string | undefined, CliFailure>> {
  if (file === undefined) return ok(io.env.HUSHLINK_PASSPHRASE || undefined);
  if (file === '-' && isStdinTaken) return failed('usage', TEXTS.errors.stdinTwice);
  if (isTyped(file, io)) return filled(await (isNew ? askNew(NEW_PASSPHRASE, io) : askKnown(io)));
  return filled(await readPassphrase(file, io));
}

/** The passphrase a secret asks for: as given, or asked for on the terminal without showing it. */
export async function neededPassphrase(source: PassphraseSource, io: CliIo): Promise<Result<string, CliFailure>> {
  const given = await givenPassphrase(source, io);
  if (!given.ok) return given;
  if (given.value !== undefined) return ok(given.value);
  if (!canAsk(io)) return failed('usage', TEXTS.errors.passphraseNeeded);
  return filled(await askKnown(io));
}

async function askKnown(io: CliIo): Promise<Result<string, CliFailure>> {
  const typed = await askHidden(TEXTS.prompts.passphrase, io);
  return typed === undefined ? failed('cancelled', TEXTS.errors.cancelled) : ok(typed);
}

function filled(passphrase: Result<string, CliFailure>): Result<string, CliFailure> {
  return passphrase.ok && passphrase.value === '' ? failed('usage', TEXTS.errors.passphraseEmpty) : passphrase;
}

async function readPassphrase(file: string, { stdin }: CliIo): Promise<Result<string, CliFailure>> {
  try {
    const text = await readTextBounded(file, MAX_PASSPHRASE_BYTES, stdin);
    return text === undefined ? failed('usage', TEXTS.errors.passphraseTooLong(MAX_PASSPHRASE_BYTES)) : ok(text);
  } catch (error) {
    return failed('usage', TEXTS.errors.passphraseUnreadable(systemCode(error)));
  }
}
