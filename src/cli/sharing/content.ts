import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import { type CliIo, say } from '../io.ts';
import { readFileBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';
import { readStandardInput } from '../terminal/standard-input.ts';
import { TEXTS } from '../texts.ts';

/** What a server takes is its own to say; this only bounds what is read into memory. */
const MAX_CONTENT_BYTES = 1024 * 1024;

/** The content to share, exactly as it stands in the file or on standard input, final newline included. */
export async function readContent(
  file: string | undefined,
  io: CliIo,
  onBytes?: (sizeBytes: number) => void,
): Promise<Result<string, CliFailure>> {
  const read = await readBytes(file, io, onBytes);
  if (!read.ok) return read;
  if (read.value === undefined) return failed('usage', TEXTS.errors.contentTooLong(MAX_CONTENT_BYTES));
  if (read.value.length === 0) return failed('usage', TEXTS.errors.contentEmpty);
  return decoded(read.value);
}

/** Whether standard input is where the content comes from. */
export function isFromStdin(file: string | undefined): boolean {
  return file === undefined || file === '-';
}

async function readBytes(
  file: string | undefined,
  io: CliIo,
  onBytes: ((sizeBytes: number) => void) | undefined,
): Promise<Result<Buffer | undefined, CliFailure>> {
  if (file !== undefined && file !== '-') return readNamedFile(file);
  if (io.stdin.isTTY) say(io, TEXTS.create.howToEnd);
  // What somebody types there needs no counting.
  return readStandardInput(io, MAX_CONTENT_BYTES, io.stdin.isTTY ? undefined : onBytes);
}

// The name is not repeated: whoever typed the content in its place should not find it in a log.
async function readNamedFile(file: string): Promise<Result<Buffer | undefined, CliFailure>> {
  try {
    return ok(await readFileBounded(file, MAX_CONTENT_BYTES));
  } catch (error) {
    return failed('usage', TEXTS.errors.contentUnreadable(systemCode(error)));
  }
}

function decoded(bytes: Uint8Array): Result<string, CliFailure> {
  try {
    // ignoreBOM keeps a leading byte order mark: it belongs to the content.
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return failed('usage', TEXTS.errors.contentNotText);
  }
}
