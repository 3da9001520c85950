import type { SecretKey } from '#src/crypto/ids.ts';
import type { ContentKeys } from '#src/crypto/seal.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { type GuessState, triableFromMs, triesLeft } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { AttemptRefusal, SecretRow } from './secret-store.ts';

export type AttemptFailure =
  | { readonly kind: 'gone' }
  | { readonly kind: 'wrong-passphrase'; readonly triesLeft: number; readonly retryAfterSeconds: number }
  /** Not tried: `isLocked` after too many wrong ones, else only too soon after the last. */
  | { readonly kind: 'locked'; readonly isLocked: boolean; readonly retryAfterSeconds: number }
  | { readonly kind: 'busy' };

/**
 * The keys that a passphrase opens, before the store is asked to judge them. argon2 runs only if the
 * row lives, has a passphrase, and may be tried now: guessing must not cost the server more than the guesser.
 */
export async function keysForAttempt(
  deps: SecretDeps,
  key: SecretKey,
  row: SecretRow | null,
  passphrase: string,
): Promise<Result<ContentKeys, AttemptFailure>> {
  if (row?.life !== 'live') return fail({ kind: 'gone' });
  requireSameSiteSecret(deps, row);
  if (!row.hasPassphrase) return ok(deps.seal.contentKeys(key, null));
  if (triableFromMs(row) > deps.now()) return fail(lockedFailure(row, deps.now()));
  // Nothing was guessed, so nothing is counted.
  if (passphrase === '') return fail(wrongPassphrase(deps, row));
  const stretched = await deps.stretcher.stretch(passphrase, deps.seal.passphraseSalt(key), row.kdfVersion);
  return stretched.ok ? ok(deps.seal.contentKeys(key, stretched.value)) : stretched;
}

/** What the store refused, in the words of the domain. */
export function failureOf(deps: SecretDeps, refusal: AttemptRefusal): AttemptFailure {
  switch (refusal.kind) {
    case 'gone':
      return refusal;
    case 'too-early':
      return lockedFailure(refusal.guesses, deps.now());
    case 'wrong-proof':
      return wrongPassphrase(deps, refusal.guesses);
  }
}

function wrongPassphrase(deps: SecretDeps, guesses: GuessState): AttemptFailure {
  const retryAfterSeconds = secondsUntil(triableFromMs(guesses), deps.now());
  return { kind: 'wrong-passphrase', triesLeft: triesLeft(guesses, deps.guessPolicy), retryAfterSeconds };
}

function lockedFailure(guesses: GuessState, nowMs: number): AttemptFailure {
  const retryAfterSeconds = Math.max(1, secondsUntil(triableFromMs(guesses), nowMs));
  return { kind: 'locked', isLocked: guesses.lockedUntilMs > nowMs, retryAfterSeconds };
}

function secondsUntil(instantMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((instantMs - nowMs) / 1000));
}

function requireSameSiteSecret(deps: SecretDeps, row: Pick<SecretRow, 'siteKeyId'>): void {
  if (row.siteKeyId !== deps.seal.siteKeyId) throw new Error('this row was sealed under another site secret');
}
