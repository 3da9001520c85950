import type { Result } from '#src/result.ts';
import type { CliFailure } from './failure.ts';

/** What a command has to say when it worked; `run.ts` prints it. */
export interface Answer {
  /** For standard output. */
  readonly line: string;
  /** What `--json` prints instead. Members are a contract. */
  readonly json: object;
  /** For standard error; with `--json` printed only if the JSON could not be. */
  readonly notes: readonly string[];
  /** For a command that may answer that something is wrong; 0 without it. */
  readonly exitCode?: number;
}

/** `undefined`: the command has written its own output already. */
export type Outcome = Result<Answer | undefined, CliFailure>;
