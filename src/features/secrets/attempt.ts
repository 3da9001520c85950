import type { SecretKey } from '#src/crypto/ids.ts';
import type { ContentKeys, Seal } from '#src/crypto/seal.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { secondsLeft } from '#src/values/seconds.ts';
import { type GuessState, isLocked, redeliveryEndsAtMs, triableFromMs, triesLeft } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { AttemptRefusal, SecretRow } from './secret-store.ts';

export type AttemptFailure =
  | { readonly kind: 'gone' }
  | { readonly kind: 'wrong-passphrase'; readonly triesLeft: number; readonly retryAfterSeconds: number }
  /** Not tried: too soon after the last wrong one. */
  | { readonly kind: 'too-early'; readonly retryAfterSeconds: number }
  /** Not tried: there were too many wrong ones. */
  | { readonly kind: 'locked'; readonly retryAfterSeconds: number }
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
  const isTooEarly = row.hasPassphrase && triableFromMs(row, deps.now(), deps.guessPolicy) > deps.now();
  if (isTooEarly) return fail(untried(deps, row));
  // Nothing was guessed, so nothing is counted.
  if (row.hasPassphrase && passphrase === '') return fail(wrongPassphrase(deps, row));
  return keysOf(deps, key, row, passphrase);
}

/** The same for a burn. A secret that is being handed out can be tried, too: it is burned unless somebody gets it. */
export function keysForBurn(
  deps: SecretDeps,
  key: SecretKey,
  row: SecretRow | null,
  passphrase: string,
): Promise<Result<ContentKeys, AttemptFailure>> {
  return row?.isHeld ? keysOf(deps, key, row, passphrase) : keysForAttempt(deps, key, row, passphrase);
}

/**
 * Whether this claimant has received the secret so shortly before that its content may still be kept. For anybody
 * else there is nothing to try: argon2 does not run on a secret that is over.
 */
export function mayHaveAgain(
  { limits, now }: Pick<SecretDeps, 'limits' | 'now'>,
  row: SecretRow | null,
  claimantHash: Uint8Array | null,
): row is SecretRow {
  if (row?.life !== 'received' || row.claimantHash === null || claimantHash === null) return false;
  if (now() >= redeliveryEndsAtMs(row, limits.redeliverySeconds * 1000)) return false;
  return Buffer.compare(row.claimantHash, claimantHash) === 0;
}

/** The keys that key and passphrase give; argon2 runs if there is a passphrase. */
export async function keysOf(
  deps: SecretDeps,
  key: SecretKey,
  row: SecretRow,
  passphrase: string,
): Promise<Result<ContentKeys, AttemptFailure>> {
  const seal = sealOf(deps, row);
  if (!row.hasPassphrase) return ok(seal.contentKeys(key, null));
  const stretched = await deps.stretcher.stretch(passphrase, seal.passphraseSalt(key), row.kdfVersion);
  return stretched.ok ? ok(seal.contentKeys(key, stretched.value)) : stretched;
}

/** What the store refused, in the words of the domain. */
export function failureOf(deps: SecretDeps, refusal: AttemptRefusal): AttemptFailure {
  switch (refusal.kind) {
    case 'gone':
      return refusal;
    case 'too-early':
      return untried(deps, refusal.guesses);
    case 'wrong-proof':
      return wrongPassphrase(deps, refusal.guesses);
  }
}

/**
 * The seal that made a row; throws `StoreUnavailable` if this process does not have it. While the site secret is being
 * changed, another process may have the new one already: nothing is lost, and the next request may meet that process.
 */
export function sealOf({ seal }: Pick<SecretDeps, 'seal'>, row: Pick<SecretRow, 'siteKeyId'>): Seal {
  const known = seal.under(row.siteKeyId);
  if (known === null) throw new StoreUnavailable('a row needs a site secret that is not configured here');
  return known;
}

function wrongPassphrase(deps: SecretDeps, guesses: GuessState): AttemptFailure {
  const nowMs = deps.now();
  const retryAfterSeconds = secondsLeft(triableFromMs(guesses, nowMs, deps.guessPolicy), nowMs);
  return { kind: 'wrong-passphrase', triesLeft: triesLeft(guesses, nowMs, deps.guessPolicy), retryAfterSeconds };
}

function untried({ now, guessPolicy }: SecretDeps, guesses: GuessState): AttemptFailure {
  const nowMs = now();
  const retryAfterSeconds = Math.max(1, secondsLeft(triableFromMs(guesses, nowMs, guessPolicy), nowMs));
  return { kind: isLocked(guesses, nowMs, guessPolicy) ? 'locked' : 'too-early', retryAfterSeconds };
}
