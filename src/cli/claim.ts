import type { Result } from '#src/result.ts';
import type { Api } from './api.ts';
import { type CliFailure, failed } from './failure.ts';
import type { CliIo } from './io.ts';
import { readShape } from './shapes.ts';
import { TEXTS } from './texts.ts';

const TOKEN_BYTES = 16;
const RETRY_DELAYS_MS = [500, 1000, 2000];

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
  let wasLost = false;
  for (const delayMs of RETRY_DELAYS_MS) {
    if (outcome.ok || !isPerhapsLost(outcome.failure)) break;
    wasLost = true;
    await io.wait(delayMs);
    outcome = await claim();
  }
  return outcome.ok || !wasLost ? outcome : afterLoss(outcome.failure);
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

function isPerhapsLost({ kind }: CliFailure): boolean {
  return kind === 'network' || kind === 'server';
}

function afterLoss(failure: CliFailure): Result<never, CliFailure> {
  if (failure.kind === 'gone') return failed('undelivered', TEXTS.errors.lostOnTheWay);
  if (failure.kind === 'network') return failed('network', `${failure.message} ${TEXTS.errors.perhapsOpened}`);
  return { ok: false, failure };
}
