import { ok, type Result } from '#src/result.ts';
import { type CliFailure, failed } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { TEXTS } from '../texts.ts';
import { askHidden } from './hidden-line.ts';

export interface NewSecret {
  readonly question: string;
  /** Said where the second was not the first. */
  readonly differ: string;
}

/** Something new that is not shown while it is typed, and so typed twice: nobody would see that it is wrong. */
export async function askNew({ question, differ }: NewSecret, io: CliIo): Promise<Result<string, CliFailure>> {
  const first = await askHidden(question, io);
  if (first === undefined) return failed('cancelled', TEXTS.errors.unchanged);
  if (first === '') return ok(first);
  const second = await askHidden(TEXTS.prompts.again, io);
  if (second === undefined) return failed('cancelled', TEXTS.errors.unchanged);
  return first === second ? ok(first) : failed('usage', differ);
}
