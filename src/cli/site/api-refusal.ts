import { fail } from '#src/result.ts';
import { durationWords } from '../duration.ts';
import { type Failed, failed } from '../failure.ts';
import { foreignText } from '../terminal/printable.ts';
import { TEXTS } from '../texts.ts';

const OVER = [
  [404, 'RecordNotFound'],
  [409, 'AlreadyReceived'],
  [409, 'AlreadyBurned'],
  [409, 'Expired'],
] as const;

/** The types of trouble in which nothing was done. */
const UNDONE: readonly (string | undefined)[] = ['StoreUnavailable', 'Busy'];

interface Refusal {
  readonly status: number;
  readonly errorType: string | undefined;
  /** The server's own sentence, harmless to print. */
  readonly sentence: string;
  readonly retryAfterSeconds: number | undefined;
}

/** The part of an answer that says how it went; its status may be one that no Response can be made with. */
export type Answered = Pick<Response, 'status' | 'headers'>;

/** What an answer that is not a success means. `answer` is its parsed JSON, if it was any. */
export function refusalOf(response: Answered, answer: unknown): Failed {
  const refusal = readRefusal(response, answer);
  const { status, errorType, sentence } = refusal;
  if (status >= 500) return trouble(refusal);
  if (status < 400) return elsewhere(TEXTS.errors.redirected(status));
  if (isOver(refusal)) return failed('gone', TEXTS.errors.gone);
  if (status === 404 && errorType === 'NotFound') return elsewhere(TEXTS.errors.notOffered(status));
  if (status === 404) return elsewhere(TEXTS.errors.notTheApi(status));
  if (errorType === 'WrongPassphrase') return failed('wrong_passphrase', TEXTS.errors.wrongPassphrase);
  if (status === 401) return failed('refused', TEXTS.errors.notKnown);
  if (status === 429) return tooEarly(refusal);
  if (errorType === 'PlanLimit') return failed('refused', TEXTS.errors.planLimit(sentence));
  return failed('refused', TEXTS.errors.refused(status, sentence));
}

/** Whatever has answered does not offer what was asked for. */
function elsewhere(message: string): Failed {
  return fail({ kind: 'server', message, isUndone: true });
}

function trouble({ status, errorType, sentence, retryAfterSeconds }: Refusal): Failed {
  const { failure } = failed('server', TEXTS.errors.serverTrouble(status, sentence), retryAfterSeconds);
  return fail({ ...failure, isUndone: UNDONE.includes(errorType) });
}

function tooEarly({ errorType, retryAfterSeconds }: Refusal): Failed {
  const wait = retryAfterSeconds === undefined ? '' : durationWords(retryAfterSeconds);
  return errorType === 'Locked'
    ? failed('locked', TEXTS.errors.locked(wait), retryAfterSeconds)
    : failed('limited', TEXTS.errors.limited(wait), retryAfterSeconds);
}

/** A 404 of something else than the API, or of another route, says nothing about the secret. */
function isOver({ status, errorType }: Refusal): boolean {
  return OVER.some(([overStatus, type]) => overStatus === status && type === errorType);
}

function readRefusal(response: Answered, answer: unknown): Refusal {
  const members = typeof answer === 'object' && answer !== null ? (answer as Readonly<Record<string, unknown>>) : {};
  const { error_type: errorType, message, retry_after: retryAfter } = members;
  const waits = [retryAfter, Number(response.headers.get('retry-after') ?? Number.NaN)];
  return {
    status: response.status,
    errorType: typeof errorType === 'string' ? errorType : undefined,
    sentence: typeof message === 'string' ? foreignText(message) : '',
    retryAfterSeconds: waits.find(isWholeSeconds),
  };
}

function isWholeSeconds(wait: unknown): wait is number {
  return typeof wait === 'number' && Number.isSafeInteger(wait) && wait >= 0;
}
