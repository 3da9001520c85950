import { ok, type Result } from '#src/result.ts';
import { durationWords } from '../duration.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { readGuarded } from '../system/guarded-file.ts';
import { type Ran, runForOutput } from '../system/run-for-output.ts';
import { systemCode } from '../system/system-code.ts';
import { foreignText } from '../terminal/printable.ts';
import type { TokenSource } from './profile.ts';
import { PROFILE_TEXTS } from './texts.ts';

export const MAX_TOKEN_BYTES = 4096;
const SAID = PROFILE_TEXTS.token;

/** The token itself, on its way into a header and nowhere else. A command has `timeoutMs` to print it. */
export async function readToken(
  source: TokenSource,
  timeoutMs: number,
  io: CliIo,
): Promise<Result<string, CliFailure>> {
  switch (source.kind) {
    case 'value':
      return ok(source.token);
    case 'file':
      return readTokenFile(source.path, io);
    case 'command':
      return askCommand(source, timeoutMs, io);
  }
}

/** The token in one line of text, with or without its line end; undefined if that holds none. */
export function tokenIn(text: string | undefined): string | undefined {
  const line = text?.replace(/\r?\n$/, '') ?? '';
  return line !== '' && !/[\s\p{Cc}]/u.test(line) ? line : undefined;
}

async function readTokenFile(path: string, io: CliIo): Promise<Result<string, CliFailure>> {
  try {
    const { text, mode, isReadable } = await readGuarded(path, MAX_TOKEN_BYTES, io.uid);
    if (isReadable) return failed('configuration', SAID.readable(path, mode.toString(8).padStart(4, '0')));
    const token = tokenIn(text);
    return token === undefined ? failed('configuration', SAID.notAToken(path)) : ok(token);
  } catch (error) {
    return failed('configuration', SAID.unreadable(path, systemCode(error)));
  }
}

type CommandSource = Extract<TokenSource, { kind: 'command' }>;

async function askCommand(
  { program, args }: CommandSource,
  timeoutMs: number,
  { env }: CliIo,
): Promise<Result<string, CliFailure>> {
  const ran = await runForOutput(program, args, { env, timeoutMs, maxBytes: MAX_TOKEN_BYTES });
  const name = foreignText(program);
  if (ran.kind !== 'done') return failed('configuration', complaint(ran, name, timeoutMs));
  const token = tokenIn(ran.stdout);
  return token === undefined ? failed('configuration', SAID.notAToken(SAID.ofCommand(name))) : ok(token);
}

function complaint(ran: Exclude<Ran, { kind: 'done' }>, program: string, timeoutMs: number): string {
  if (ran.kind === 'not-started') return SAID.notStarted(program, ran.code);
  if (ran.kind === 'failed') return SAID.failed(program, ran.how);
  if (ran.kind === 'too-long') return SAID.notAToken(SAID.ofCommand(program));
  return SAID.tooSlow(program, durationWords(timeoutMs / 1000));
}
