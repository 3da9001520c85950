import type { ChallengeWire } from '#src/features/feedback/captcha-wire.ts';

export type Challenge = ChallengeWire;

/** Where a challenge does not say how far to look. */
export const MAX_NUMBER = 1_000_000;

const ALGORITHMS: readonly string[] = ['SHA-256', 'SHA-384', 'SHA-512'];
const MIN_CHALLENGE_CHARS = 40;
const MIN_SALT_CHARS = 10;

/** Whether it can be genuine, and asks for no more work than it may. */
export function isSound(challenge: Challenge): boolean {
  const { algorithm, signature, salt, maxnumber } = challenge;
  return (
    ALGORITHMS.includes(algorithm) &&
    signature !== '' &&
    challenge.challenge.length >= MIN_CHALLENGE_CHARS &&
    salt.length >= MIN_SALT_CHARS &&
    (maxnumber ?? MAX_NUMBER) <= MAX_NUMBER
  );
}
