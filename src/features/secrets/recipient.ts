import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { SecretKey } from '#src/crypto/ids.ts';
import type { ContentKeys } from '#src/crypto/seal.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { type AttemptFailure, failureOf, keysForAttempt, keysOf, mayHaveAgain, sealOf } from './attempt.ts';
import type { SecretFacts } from './conceal.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { Claimed, SecretRow } from './secret-store.ts';

/** A secret as its recipient may see it before the claim. */
export interface WaitingSecret {
  readonly secretKey: SecretKey;
  readonly row: SecretRow;
  readonly facts: SecretFacts;
}

export interface RevealedSecret extends WaitingSecret {
  readonly content: string;
}

/** What the holder of a secret key can do. */
export interface RecipientSide {
  /** A waiting secret without its content; null when there is none. Changes nothing. */
  look(key: SecretKey): Promise<WaitingSecret | null>;
  /** The same in whatever state it is; null when nothing is known. Changes nothing. */
  find(key: SecretKey): Promise<WaitingSecret | null>;
  /** The row in whatever state it is; null when nothing is known. Changes nothing. */
  status(key: SecretKey): Promise<SecretRow | null>;
  /**
   * Takes the content. Of any number of simultaneous calls exactly one succeeds, and those that bear its claimant: for
   * a while they get the same as it. To anybody else, also with a wrong passphrase, the secret is gone.
   */
  reveal(
    key: SecretKey,
    passphrase: string,
    claimant: ClaimantToken | null,
  ): Promise<Result<RevealedSecret, AttemptFailure>>;
  /** Destroys it unread: 'I was not expecting this'. */
  burn(key: SecretKey, passphrase: string): Promise<Result<SecretRow, AttemptFailure>>;
  /** Notes that somebody is about to open it. */
  markSeen(key: SecretKey): Promise<void>;
}

export function createRecipientSide(deps: SecretDeps): RecipientSide {
  const lookUp = (key: SecretKey) => deps.store.look(deps.seal.secretId(key), deps.now());
  const lookUpKept = (key: SecretKey) => deps.store.lookKept(deps.seal.secretId(key), deps.now());
  const factsOf = (key: SecretKey, row: SecretRow) =>
    sealOf(deps, row).openFacts(key, deps.seal.secretId(key), row.facts) as SecretFacts;

  const known = (key: SecretKey, row: SecretRow): WaitingSecret => ({ secretKey: key, row, facts: factsOf(key, row) });

  /** In one step, as most secrets can be; null where it takes a look before. */
  async function claimAtOnce(key: SecretKey, again: Again): Promise<Received | null> {
    const { seal } = deps;
    const keys = seal.contentKeys(key, null);
    const attempt = { proofHash: keys.proofHash, ...again };
    const claimed = await deps.store.claimAtOnce(seal.secretId(key), attempt, seal.siteKeyId, deps.now());
    return claimed && { ...claimed, keys };
  }

  async function lookAndClaim(key: SecretKey, passphrase: string, again: Again) {
    const row = await lookUpKept(key);
    const keys = mayHaveAgain(deps, row, again.claimantHash)
      ? await keysOf(deps, key, row, passphrase)
      : await keysForAttempt(deps, key, row, passphrase);
    if (!keys.ok) return keys;
    if (row === null) return fail({ kind: 'gone' } as const);
    const attempt = { proofHash: keys.value.proofHash, ...again };
    const outcome = await deps.store.claim(deps.seal.secretId(key), attempt, deps.now());
    if (outcome.kind !== 'claimed') return fail(failureOf(deps, outcome));
    return ok(await opened(key, { ...outcome, row, keys: keys.value }));
  }

  async function opened(key: SecretKey, { row, keys, content, isAgain }: Received): Promise<RevealedSecret> {
    const facts = factsOf(key, row);
    const text = deps.seal.openContent(keys, deps.seal.secretId(key), content);
    const shown = facts.isVerification ? await deps.owners.takeVerification(text) : text;
    if (facts.owner !== null && !isAgain) await deps.owners.noteReceived(facts.owner);
    return { secretKey: key, row, facts, content: shown };
  }

  return {
    find: async (key) => {
      const row = await lookUp(key);
      return row && known(key, row);
    },
    status: lookUp,
    look: async (key) => {
      const row = await lookUpKept(key);
      // Nothing is opened of what is over: that would take time which a key nobody has does not.
      return row?.life === 'live' ? known(key, row) : null;
    },
    reveal: async (key, passphrase, claimant) => {
      const again = claimantOf(deps, claimant);
      const atOnce = passphrase === '' ? await claimAtOnce(key, again) : null;
      return atOnce === null ? lookAndClaim(key, passphrase, again) : ok(await opened(key, atOnce));
    },
    burn: async (key, passphrase) => {
      const row = await lookUpKept(key);
      const keys = await keysForAttempt(deps, key, row, passphrase);
      if (!keys.ok) return keys;
      if (row === null) return fail({ kind: 'gone' });
      const outcome = await deps.store.burn(
        deps.seal.secretId(key),
        { proofHash: keys.value.proofHash },
        'recipient',
        deps.now(),
      );
      return outcome.kind === 'burned' ? ok(row) : fail(failureOf(deps, outcome));
    },
    markSeen: (key) => deps.store.markOpened(deps.seal.secretId(key), deps.now()),
  };
}

/** The rest of a claim besides its proof. */
type Again = ReturnType<typeof claimantOf>;

interface Received extends Claimed {
  readonly row: SecretRow;
  readonly keys: ContentKeys;
}

/** The part of a claim that says who may have the content again; nobody where the site gives nothing twice. */
function claimantOf({ limits, hashClaimant }: SecretDeps, token: ClaimantToken | null) {
  const redeliveryMs = limits.redeliverySeconds * 1000;
  return token === null || redeliveryMs === 0
    ? ({ claimantHash: null } as const)
    : { claimantHash: hashClaimant(token), redeliveryMs };
}
