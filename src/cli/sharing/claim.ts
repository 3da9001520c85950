import type { Result } from '#src/result.ts';
import { type CliFailure, failed, isTrouble, mayBeDone } from '../failure.ts';
import type { CliIo } from '../io.ts';
import type { Api } from '../site/api.ts';
import { readShape } from '../site/shapes.ts';
import { TEXTS } from '../texts.ts';

const TOKEN_BYTES = 16;
const RETRY_DELAYS_MS = [500, 1000, 2000];
/** In all. A server keeps a content for the call that opened it for a minute, unless its operator chose otherwise. */
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
  let [isUnsure, leftMs] = [false, LONGEST_WAIT_MS];
  for (const delayMs of RETRY_DELAYS_MS) {
    if (outcome.ok) break;
    isUnsure ||= mayBeDone(outcome.failure);
    const waitMs = waitBefore(outcome.failure, delayMs, isUnsure);
    if (waitMs === null || waitMs > leftMs) break;
    leftMs -= waitMs;
    await io.wait(waitMs);
    outcome = await claim();
  }
  if (outcome.ok || !(isUnsure || mayBeDone(outcome.failure))) return outcome;
  return afterLoss(outcome.failure);
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
function waitBefore(failure: CliFailure, delayMs: number, isUnsure: boolean): number | null {
  if (isTrouble(failure)) return delayMs;
  // Whoever gives up now cannot get what may be kept for this call.
  if (failure.kind !== 'limited' || !isUnsure) return null;
  return Math.max(delayMs, (failure.retryAfterSeconds ?? 0) * 1000);
}

/** Once an answer has not come, it may have held what is gone now, and trouble and limits do not tell. */
function afterLoss(failure: CliFailure): Result<never, CliFailure> {
  const { kind, message, retryAfterSeconds } = failure;
  if (kind === 'gone') return failed('undelivered', TEXTS.errors.lostOnTheWay);
  if (!isTrouble(failure) && kind !== 'limited') return { ok: false, failure };
  return failed(kind, `${message} ${TEXTS.errors.perhapsOpened}`, retryAfterSeconds);
}
