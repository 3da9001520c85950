import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { RandomBytes } from '#src/crypto/ids.ts';
import { fail, ok, type Result } from '#src/result.ts';
import type { ChallengeWire, VerifyWire } from './captcha-wire.ts';

/** Time to solve a challenge and send the form. */
const CHALLENGE_LIFE_MS = 10 * 60_000;

const ALGORITHM = 'SHA-256';
const SALT_BYTES = 12;
const MAX_PAYLOAD_CHARS = 2000;
const HASH = /^[0-9a-f]{64}$/;
/** As made here. Its last '&' keeps digits from wandering between salt and number. */
const SALT = /^[0-9a-f]{24}\?[^?]*&$/;

export interface Challenge {
  readonly wire: ChallengeWire;
  readonly expiresAtMs: number;
}

export interface Solution {
  /** Names the challenge: every solution of it has the same. */
  readonly id: string;
  readonly expiresAtMs: number;
}

export interface Unsolved {
  readonly kind: NonNullable<VerifyWire['reason']>;
}

/**
 * Proof of work in the form of ALTCHA: whoever sends feedback without an account has let a browser
 * try numbers for a second or two. Stateless; that a solution is used once is the store's part.
 */
export interface Captcha {
  /** A challenge for pages of this host alone. */
  challenge(host: string): Promise<Challenge>;
  /** Judges the base64 text that the browser sends, whatever stands in it. */
  verify(payload: string, host: string): Promise<Result<Solution, Unsolved>>;
}

export interface CaptchaDeps {
  /** Text, as the library takes it. The first signs challenges, any of them is accepted. */
  readonly hmacKeys: readonly string[];
  /** Numbers that a browser has to try at most. */
  readonly maxNumber: number;
  readonly randomBytes: RandomBytes;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createCaptcha({ hmacKeys, maxNumber, randomBytes, now }: CaptchaDeps): Captcha {
  const [hmacKey = ''] = hmacKeys;
  return {
    challenge: async (host) => {
      const expires = new Date(wholeSeconds(now() + CHALLENGE_LIFE_MS));
      const salt = hex(randomBytes(SALT_BYTES));
      const number = numberUpTo(maxNumber, randomBytes);
      const params = { host };
      const wire = await createChallenge({
        ...{ algorithm: ALGORITHM, hmacKey, maxnumber: maxNumber, number, salt, params, expires },
      });
      return { wire, expiresAtMs: expires.getTime() };
    },
    verify: async (payload, host) => {
      const solution = readPayload(payload);
      if (solution === null || !(await isSigned(solution, hmacKeys))) return fail({ kind: 'wrong' });
      // Signed with the challenge; whoever changes them changes its hash.
      const params = extractParams(solution);
      if (params.host !== host) return fail({ kind: 'wrong' });
      const expiresAtMs = Number(params.expires) * 1000;
      // The library would ask its own clock.
      return now() < expiresAtMs ? ok({ id: solution.challenge, expiresAtMs }) : fail({ kind: 'expired' });
    },
  };
}

type Payload = Exclude<Parameters<typeof verifySolution>[0], string>;

async function isSigned(solution: Payload, hmacKeys: readonly string[]): Promise<boolean> {
  for (const key of hmacKeys) if (await verifySolution(solution, key, false)) return true;
  return false;
}

/** Only what this server can have made; null for anything else. */
function readPayload(text: string): Payload | null {
  if (text.length > MAX_PAYLOAD_CHARS) return null;
  const { algorithm, challenge, number, salt, signature } = parseObject(text);
  const isNumber = typeof number === 'number' && Number.isSafeInteger(number) && number >= 0;
  if (algorithm !== ALGORITHM || !isNumber || !isText(challenge, HASH)) return null;
  return isText(salt, SALT) && isText(signature, HASH) ? { algorithm, challenge, number, salt, signature } : null;
}

function parseObject(base64: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(atob(base64));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

/** The salt names whole seconds. */
function wholeSeconds(atMs: number): number {
  return Math.floor(atMs / 1000) * 1000;
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** From 48 random bits: nobody can use that some numbers are likelier by a billionth. */
function numberUpTo(max: number, randomBytes: RandomBytes): number {
  const bits = randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0);
  return bits % (max + 1);
}
