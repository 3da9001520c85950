import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk } from '../io.ts';
import { askLine } from '../terminal/ask.ts';
import { readStandardInput } from '../terminal/standard-input.ts';
import { TEXTS } from '../texts.ts';

/** Whose link it is: the private one of the sender, or the secret one of the recipient. */
export type Side = 'sender' | 'recipient';

export interface Target {
  readonly key: string;
  /** Known from a link; a bare key does not tell. */
  readonly side: Side | undefined;
  /** Where a link leads. */
  readonly server: URL | undefined;
}

const KEY = /^[0-9a-z]{31}$/;
const LINK_PATH = /^\/(secret|private|metadata|receipt)\/([0-9a-z]{31})(?:\/burn)?\/?$/;
const MAX_LINK_BYTES = 4096;

/** Understands a link or a bare key; `-` reads it from standard input, so that no process list shows it. */
export async function readTarget(text: string, io: CliIo): Promise<Result<Target, CliFailure>> {
  if (text !== '-') return parseTarget(text);
  if (canAsk(io)) return askTarget(io);
  const read = await readStandardInput(io, MAX_LINK_BYTES);
  return read.ok ? parseTarget(read.value?.toString('utf8').trim() ?? '') : read;
}

// One line, never up to the end: a terminal that was read to its end cannot be asked for a yes or a passphrase.
async function askTarget(io: CliIo): Promise<Result<Target, CliFailure>> {
  const typed = await askLine(TEXTS.prompts.target, io);
  return typed === undefined ? failed('cancelled', TEXTS.errors.cancelled) : parseTarget(typed);
}

/** `https://host/secret/KEY`, `https://host/private/KEY`, or the 31 characters of a key. */
function parseTarget(text: string): Result<Target, CliFailure> {
  if (KEY.test(text)) return ok({ key: text, side: undefined, server: undefined });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url && LINK_PATH.exec(url.pathname);
  const key = path?.[2];
  if (!url || !key || !isWebAddress(url)) return failed('usage', TEXTS.errors.notATarget);
  return ok({ key, side: path[1] === 'secret' ? 'recipient' : 'sender', server: new URL(url.origin) });
}

/** http or https, without a user name or password in it. */
export function isWebAddress(url: URL): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
}
