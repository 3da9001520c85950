import { createReadStream, fstatSync } from 'node:fs';
import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo, Input } from '../io.ts';
import { readBounded } from '../system/read-bounded.ts';
import { systemCode } from '../system/system-code.ts';
import { TEXTS } from '../texts.ts';

/** Standard input of the process. Node takes a folder there for an empty input; read as a file, it fails as one. */
export function openStandardInput({ stdin }: Pick<NodeJS.Process, 'stdin'>): Input {
  return fstatSync(stdin.fd).isDirectory() ? createReadStream('', { fd: stdin.fd }) : stdin;
}

/** Everything that comes there, or undefined where it is longer than `maxBytes`. */
export async function readStandardInput(
  { stdin }: Pick<CliIo, 'stdin'>,
  maxBytes: number,
  onBytes?: (sizeBytes: number) => void,
): Promise<Result<Buffer | undefined, CliFailure>> {
  try {
    return ok(await readBounded(stdin, maxBytes, onBytes));
  } catch (error) {
    return failed('usage', TEXTS.errors.stdinUnreadable(systemCode(error)));
  }
}
