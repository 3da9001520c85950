import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, canAsk, isTyped } from '../io.ts';
import { readTextBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';
import { askNew } from '../terminal/ask-new.ts';
import { TEXTS } from '../texts.ts';

const MAX_PASSWORD_BYTES = 16 * 1024;

/**
 * A new password: from a file (`-` is standard input), without one newline at its end, or typed twice on a terminal
 * that does not show it; so too for `-` if that is a terminal. Never an argument: other users can list those.
 */
export async function newPassword(file: string | undefined, io: CliIo): Promise<Result<string, CliFailure>> {
  if (file !== undefined && !isTyped(file, io)) return readPassword(file, io);
  if (file === undefined && !canAsk(io)) return failed('usage', TEXTS.customers.passwordNeeded);
  return askNew({ question: TEXTS.customers.password, differ: TEXTS.customers.passwordsDiffer }, io);
}

async function readPassword(file: string, io: CliIo): Promise<Result<string, CliFailure>> {
  try {
    const text = await readTextBounded(file, MAX_PASSWORD_BYTES, io.stdin);
    return text === undefined ? failed('usage', TEXTS.customers.passwordTooLong) : ok(text);
  } catch (error) {
    return failed('usage', TEXTS.customers.passwordUnreadable(systemCode(error)));
  }
}
