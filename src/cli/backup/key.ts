import { MIN_KEY_BYTES, type StreamKey } from '#src/crypto/sealed-stream.ts';
import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk } from '../io.ts';
import { givenPassphrase } from '../sharing/passphrase.ts';
import type { KeyOptions } from '../store/commands.ts';
import { STORE_TEXTS } from '../store/texts.ts';
import { readFileBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';
import { askNew } from '../terminal/ask-new.ts';
import { askHidden } from '../terminal/hidden-line.ts';
import { TEXTS } from '../texts.ts';

const MAX_KEY_BYTES = 4096;
const NEW_PASSPHRASE = { question: STORE_TEXTS.passphrase, differ: TEXTS.errors.passphrasesDiffer };

export interface KeyAsk {
  /** A new passphrase is typed twice. */
  readonly isNew: boolean;
  readonly isStdinTaken: boolean;
}

/**
 * What a backup is sealed with: a key file, a passphrase file, or a passphrase typed on a terminal that does not
 * show it. Never an argument and never the environment: HUSHLINK_PASSPHRASE is for secrets.
 */
export async function backupKey(options: KeyOptions, asked: KeyAsk, io: CliIo): Promise<Result<StreamKey, CliFailure>> {
  const { keyFile, passphraseFile: file } = options;
  if (keyFile !== undefined && file !== undefined) return failed('usage', TEXTS.errors.conflict);
  if (keyFile !== undefined) return readKey(keyFile);
  if (file === undefined) return typedPassphrase(asked.isNew, io);
  const given = await givenPassphrase({ file, ...asked }, io);
  return given.ok ? ok({ kind: 'passphrase', passphrase: given.value ?? '' }) : given;
}

async function readKey(file: string): Promise<Result<StreamKey, CliFailure>> {
  try {
    const bytes = await readFileBounded(file, MAX_KEY_BYTES);
    if (bytes === undefined) return failed('usage', STORE_TEXTS.keyTooLong);
    const key = keyIn(bytes);
    if (key.length < MIN_KEY_BYTES) return failed('usage', STORE_TEXTS.keyTooShort(MIN_KEY_BYTES));
    return ok({ kind: 'key', bytes: key });
  } catch (error) {
    return failed('usage', STORE_TEXTS.keyUnreadable(systemCode(error)));
  }
}

/**
 * Takes off the newline that ends a text. Of binary keys, one in 256 ends with that byte: there it stays if the key
 * would be too short without it.
 */
function keyIn(bytes: Buffer): Buffer {
  const key = withoutNewline(bytes);
  return key.length >= MIN_KEY_BYTES || isText(bytes) ? key : bytes;
}

function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13));
}

/** One at the end, as editors and `openssl` leave it. */
function withoutNewline(bytes: Buffer): Buffer {
  const end = bytes.at(-1) === 10 ? bytes.length - 1 : bytes.length;
  return bytes.subarray(0, bytes[end - 1] === 13 && end < bytes.length ? end - 1 : end);
}

async function typedPassphrase(isNew: boolean, io: CliIo): Promise<Result<StreamKey, CliFailure>> {
  if (!canAsk(io)) return failed('usage', STORE_TEXTS.keyNeeded);
  const typed = await (isNew ? askNew(NEW_PASSPHRASE, io) : askKnown(io));
  if (!typed.ok) return typed;
  if (typed.value === '') return failed('usage', TEXTS.errors.passphraseEmpty);
  return ok({ kind: 'passphrase', passphrase: typed.value });
}

async function askKnown(io: CliIo): Promise<Result<string, CliFailure>> {
  const typed = await askHidden(STORE_TEXTS.passphrase, io);
  return typed === undefined ? failed('cancelled', TEXTS.errors.unchanged) : ok(typed);
}
