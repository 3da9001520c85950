import type { CaptchaConfigWire } from '#src/features/feedback/captcha-wire.ts';
import type { Client } from '../client/client.ts';
import { at, isObject, numberAt, textAt } from '../client/json.ts';
import type { Challenge } from './challenge.ts';

const OK = 200;

export type ChallengeAnswer =
  | {
      readonly kind: 'challenge';
      readonly challenge: Challenge;
      readonly config: CaptchaConfigWire;
      /** From now; null where the server did not say. */
      readonly lifeMs: number | null;
    }
  | { readonly kind: 'refused'; readonly status: number };

/** What the server says of a solution. */
export interface Confirmation {
  readonly isVerified: boolean;
  /** What a spam filter says: 'BAD', 'GOOD' or 'NEUTRAL'. */
  readonly classification: string | null;
  /** To be sent instead of the solution itself; null where that is not wanted. */
  readonly payload: string | null;
}

/** Rejects where there is no answer, or one that cannot be read. */
export async function fetchChallenge(fetch: typeof globalThis.fetch, nowMs: () => number): Promise<ChallengeAnswer> {
  const response = await fetch('/api/v2/altcha/challenge', { headers: { accept: 'application/json' } });
  if (response.status !== OK) return { kind: 'refused', status: response.status };
  const body: unknown = await response.json();
  const maxnumber = numberAt(body, 'maxnumber');
  return {
    kind: 'challenge',
    challenge: {
      algorithm: textAt(body, 'algorithm') ?? '',
      challenge: textAt(body, 'challenge') ?? '',
      salt: textAt(body, 'salt') ?? '',
      signature: textAt(body, 'signature') ?? '',
      ...(maxnumber !== null && { maxnumber }),
    },
    config: readConfig(response.headers.get('x-altcha-config')),
    lifeMs: lifeOf(response.headers, nowMs()),
  };
}

/** Rejects where there is no answer, or one that cannot be read. */
export async function confirmSolution(
  client: Pick<Client, 'postJson'>,
  url: string,
  payload: string,
): Promise<Confirmation> {
  const answer = await client.postJson(url, { payload });
  if (answer.kind === 'no-response') throw answer.cause;
  if (answer.kind === 'not-json') throw new Error(`what became of the solution cannot be read (${answer.status})`);
  const { isOk, body } = answer;
  return {
    isVerified: isOk && at(body, 'verified') === true,
    classification: textAt(body, 'classification'),
    payload: textAt(body, 'payload'),
  };
}

/** By the server's own clock if the answer tells its time: the browser's may be wrong. */
function lifeOf(headers: Headers, nowMs: number): number | null {
  const [expiresAtMs, sentAtMs] = [headers.get('expires'), headers.get('date')].map((text) => Date.parse(text ?? ''));
  if (expiresAtMs === undefined || Number.isNaN(expiresAtMs)) return null;
  return expiresAtMs - (Number.isNaN(sentAtMs ?? Number.NaN) ? nowMs : Number(sentAtMs));
}

function readConfig(text: string | null): CaptchaConfigWire {
  const config: unknown = JSON.parse(text ?? '{}');
  if (!isObject(config)) return {};
  const verifyurl = textAt(config, 'verifyurl');
  return {
    ...(verifyurl !== null && { verifyurl }),
    blockspam: config.blockspam === true,
    refetchonexpire: config.refetchonexpire === true,
  };
}
