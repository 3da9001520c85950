import type { Result } from '#src/result.ts';
import type { Api } from './api.ts';
import { type CliFailure, failed } from './failure.ts';
import type { CliIo } from './io.ts';
import { readShape } from './shapes.ts';
import { TEXTS } from './texts.ts';

const TOKEN_BYTES = 16;
const RETRY_DELAYS_MS = [500, 1000, 2000];
/** For a minute a content is kept for the call that has opened it, unless the operator has chosen otherwise. */
const LONGEST_WAIT_MS = 50_000;

/**
 * Opens a secret. If the connection breaks it asks again with the same token: a server that has given
 * the content away to this very call gives it once more, and nobody else gets it.
 */
export async function claimContent(
  api: Api,
  key: string,
  passphrase: string | undefined,
  io: CliIo,
): Promise<Result<string, CliFailure>> {
  const claim = () => claimOnce(api, key, passphrase, token);
  const token = Buffer.from(io.randomBytes(TOKEN_BYTES)).toString('base64url');
  let outcome = await claim();
  let [wasRepeated, isUnanswered] = [false, false];
  for (const delayMs of RETRY_DELAYS_MS) {
    if (outcome.ok) break;
    isUnanswered ||= outcome.failure.kind === 'network';
    const waitMs = waitBefore(outcome.failure, delayMs, isUnanswered);
    if (waitMs === null) break;
    wasRepeated = true;
    await io.wait(waitMs);
    outcome = await claim();
  }
  return outcome.ok || !wasRepeated ? outcome : afterLoss(outcome.failure, isUnanswered);
}

async function claimOnce(
  api: Api,
  key: string,
  passphrase: string | undefined,
  token: string,
): Promise<Result<string, CliFailure>> {
  const body = { continue: true, ...(passphrase === undefined ? {} : { passphrase }) };
  const answer = await api.post(`/secret/${key}`, body, { 'idempotency-key': token });
  return answer.ok ? readShape(answer.value, (fields) => fields.nested('record').text('secret_value')) : answer;
}

/** How long to wait before asking again; null where that would not help. */
function waitBefore(failure: CliFailure, delayMs: number, isUnanswered: boolean): number | null {
  if (isPerhapsLost(failure)) return delayMs;
  // Whoever gives up now cannot get what may be kept for this call.
  if (failure.kind !== 'limited' || !isUnanswered) return null;
  const waitMs = Math.max(delayMs, (failure.retryAfterSeconds ?? 0) * 1000);
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

function isPerhapsLost({ kind }: CliFailure): boolean {
  return kind === 'network' || kind === 'server';
}

/** Once an answer has not come no later one tells whether the secret was opened, but that it is gone. */
function afterLoss(failure: CliFailure, isUnanswered: boolean): Result<never, CliFailure> {
  const { kind, message, retryAfterSeconds } = failure;
  if (kind === 'gone') return failed('undelivered', TEXTS.errors.lostOnTheWay);
  if (!isUnanswered || !(isPerhapsLost(failure) || kind === 'limited')) return { ok: false, failure };
  return failed(kind, `${message} ${TEXTS.errors.perhapsOpened}`, retryAfterSeconds);
}
