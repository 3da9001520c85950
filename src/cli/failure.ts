import { fail } from '#src/result.ts';

/** Why a command did not do its work. The codes and the exit numbers are a contract: never renumber. */
export const EXIT_CODES = {
  unexpected: 1,
  configuration: 1,
  differs: 1,
  usage: 2,
  gone: 3,
  wrong_passphrase: 4,
  locked: 5,
  limited: 5,
  network: 6,
  refused: 7,
  server: 8,
  undelivered: 9,
  cancelled: 130,
} as const;

export type FailureCode = keyof typeof EXIT_CODES;

export interface CliFailure {
  readonly kind: FailureCode;
  /** For a person: without content, passphrase or a whole key. */
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** What was asked for has certainly not been done: no connection was made, or the answer says so. */
  readonly isUndone?: boolean;
}

/** Whether what was asked for may have been done despite the failure. */
export function mayBeDone(failure: CliFailure): boolean {
  return isTrouble(failure) && !failure.isUndone;
}

/** Whether something went wrong on the way or at the other end. */
export function isTrouble({ kind }: CliFailure): boolean {
  return kind === 'network' || kind === 'server';
}

export interface Failed {
  readonly ok: false;
  readonly failure: CliFailure;
}

/** A failed result with its sentence. */
export function failed(kind: FailureCode, message: string, retryAfterSeconds?: number): Failed {
  return fail(retryAfterSeconds === undefined ? { kind, message } : { kind, message, retryAfterSeconds });
}

/** What `--json` prints in place of an answer: one object, the same members for every command. */
export function failureAsJson(failure: CliFailure): object {
  const { kind, message, retryAfterSeconds } = failure;
  const wait = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds };
  return { error: { code: kind, exit: EXIT_CODES[kind], message, ...wait } };
}
