import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from './failure.ts';
import { askHidden } from './hidden-line.ts';
import { type CliIo, canAsk } from './io.ts';
import { readBounded, readFileBounded } from './read-bounded.ts';
import { systemCode } from './system-code.ts';
import { TEXTS } from './texts.ts';

const MAX_PASSPHRASE_BYTES = 16 * 1024;

export interface PassphraseSource {
  /** `--passphrase-file`; `-` is standard input. */
  readonly file: string | undefined;
  /** Set where standard input already has another use. */
  readonly isStdinTaken: boolean;
}

/**
 * The passphrase from the file, else from HUSHLINK_PASSPHRASE, else undefined. One newline at its end
 * (as editors and `echo` leave it) is not part of it.
 */
export async function givenPassphrase(
  source: PassphraseSource,
  io: CliIo,
): Promise<Result<string | undefined, CliFailure>> {
  if (source.file === undefined) return ok(io.env.HUSHLINK_PASSPHRASE || undefined);
  if (source.file === '-' && source.isStdinTaken) return failed('usage', TEXTS.errors.stdinTwice);
  const bytes = await readPassphraseBytes(source.file, io);
  if (!bytes.ok) return bytes;
  const passphrase = bytes.value.replace(/\r?\n$/, '');
  return passphrase === '' ? failed('usage', TEXTS.errors.passphraseEmpty) : ok(passphrase);
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

async function readPassphraseBytes(file: string, io: CliIo): Promise<Result<string, CliFailure>> {
  try {
    const bytes =
      file === '-'
        ? await readBounded(io.stdin, MAX_PASSPHRASE_BYTES)
        : await readFileBounded(file, MAX_PASSPHRASE_BYTES);
    if (bytes === undefined) return failed('usage', TEXTS.errors.passphraseTooLong(MAX_PASSPHRASE_BYTES));
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return failed('usage', TEXTS.errors.passphraseUnreadable(systemCode(error)));
  }
}
