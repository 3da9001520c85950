import type { ClaimantToken } from '#src/crypto/claimant.ts';
import type { SecretId, SecretKey } from '#src/crypto/ids.ts';
import type { ContentKeys } from '#src/crypto/seal.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { afterChange } from '#src/store-unavailable.ts';
import {
  type AttemptFailure,
  failureOf,
  keysForAttempt,
  keysForBurn,
  keysOf,
  mayHaveAgain,
  sealOf,
} from './attempt.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { SecretFacts } from './secret-facts.ts';
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

/** Who opens a secret. */
export interface Opener {
  readonly claimant: ClaimantToken | null;
  /** Whether somebody still waits for the answer. */
  readonly isThere: () => boolean;
}

type Revealed = Result<RevealedSecret, AttemptFailure>;

/** What the holder of a secret key can do. */
export interface RecipientSide {
  /** A waiting secret without its content; null when there is none. Changes nothing. */
  look(key: SecretKey): Promise<WaitingSecret | null>;
  /** The same in whatever state it is; null when nothing is known. Changes nothing. */
  find(key: SecretKey): Promise<WaitingSecret | null>;
  /** The row in whatever state it is; null when nothing is known. Changes nothing. */
  status(key: SecretKey): Promise<SecretRow | null>;
  /**
   * Takes the content. Of any number of simultaneous calls exactly one succeeds; calls of its claimant get the same
   * content for a while. To anybody else, also with a wrong passphrase, the secret is gone. An opener who is not there
   * any more, at first or once the passphrase is stretched, takes nothing, and no try is counted.
   */
  reveal(key: SecretKey, passphrase: string, by: Opener): Promise<Revealed>;
  /** Destroys it unread: 'I was not expecting this'. */
  burn(key: SecretKey, passphrase: string): Promise<Result<SecretRow, AttemptFailure>>;
  /** Notes that somebody is about to open it. */
  markSeen(key: SecretKey): Promise<void>;
}

export function createRecipientSide(deps: SecretDeps): RecipientSide {
  const nameOf = (key: SecretKey): Named => ({ key, id: deps.seal.secretId(key) });
  const lookUp = ({ id }: Named) => deps.store.look(id, deps.now());
  const lookUpKept = ({ id }: Named) => deps.store.lookKept(id, deps.now());
  const factsOf = ({ key, id }: Named, row: SecretRow) =>
    sealOf(deps, row).openFacts(key, id, row.facts) as SecretFacts;

  const known = (name: Named, row: SecretRow): WaitingSecret => {
    return { secretKey: name.key, row, facts: factsOf(name, row) };
  };

  /** Claims in one step, as is possible for most secrets; null if it takes a look before. */
  async function claimAtOnce({ key, id }: Named, again: Again): Promise<Received | null> {
    const { seal } = deps;
    const keys = seal.contentKeys(key, null);
    const attempt = { proofHash: keys.proofHash, ...again };
    const claimed = await deps.store.claimAtOnce(id, attempt, seal.siteKeyId, deps.now());
    return claimed && { ...claimed, keys };
  }

  async function lookAndClaim(name: Named, passphrase: string, again: Again, { isThere }: Opener) {
    const row = await lookUpKept(name);
    const keys = mayHaveAgain(deps, row, again.claimantHash)
      ? await keysOf(deps, name.key, row, passphrase)
      : await keysForAttempt(deps, name.key, row, passphrase);
    if (!keys.ok) return keys;
    if (row === null) return fail({ kind: 'gone' } as const);
    if (!isThere()) return fail({ kind: 'busy' } as const);
    const attempt = { proofHash: keys.value.proofHash, ...again };
    const outcome = await deps.store.claim(name.id, attempt, deps.now());
    if (outcome.kind !== 'claimed') return fail(failureOf(deps, outcome));
    return opened(name, { ...outcome, row, keys: keys.value });
  }

  async function opened(name: Named, { row, keys, content, isAgain }: Received): Promise<Revealed> {
    const secret = known(name, row);
    const text = deps.seal.openContent(keys, name.id, content);
    const { isVerification, owner } = secret.facts;
    const shown = isVerification ? await afterChange(deps.owners.takeVerification(text)) : text;
    // An account that was deleted owns nothing any more, also where there is a new one of its name.
    if (owner !== null && row.ownerTag !== null && !isAgain) await deps.owners.noteReceived(owner);
    return shown === null ? fail({ kind: 'gone' }) : ok({ ...secret, content: shown });
  }

  return {
    find: async (key) => {
      const name = nameOf(key);
      const row = await lookUp(name);
      return row && known(name, row);
    },
    status: (key) => lookUp(nameOf(key)),
    look: async (key) => {
      const name = nameOf(key);
      const row = await lookUpKept(name);
      // Nothing of a secret that is over is opened: that would take longer than for a key that nobody has.
      return row?.life === 'live' ? known(name, row) : null;
    },
    reveal: async (key, passphrase, by) => {
      if (!by.isThere()) return fail({ kind: 'busy' });
      const name = nameOf(key);
      const again = claimantOf(deps, by.claimant);
      const atOnce = passphrase === '' ? await claimAtOnce(name, again) : null;
      return atOnce === null ? lookAndClaim(name, passphrase, again, by) : opened(name, atOnce);
    },
    burn: async (key, passphrase) => {
      const name = nameOf(key);
      const row = await lookUpKept(name);
      const keys = await keysForBurn(deps, key, row, passphrase);
      if (!keys.ok) return keys;
      if (row === null) return fail({ kind: 'gone' });
      const outcome = await deps.store.burn(name.id, { proofHash: keys.value.proofHash }, 'recipient', deps.now());
      return outcome.kind === 'burned' ? ok(row) : fail(failureOf(deps, outcome));
    },
    markSeen: (key) => deps.store.markOpened(deps.seal.secretId(key), deps.now()),
  };
}

/** A secret by its key, and by the id that is made of it: making it takes a hash. */
interface Named {
  readonly key: SecretKey;
  readonly id: SecretId;
}

/** The rest of a claim besides its proof. */
type Again = ReturnType<typeof claimantOf>;

interface Received extends Claimed {
  readonly row: SecretRow;
  readonly keys: ContentKeys;
}

/** The part of a claim that says who may have the content again; nobody, if the site gives nothing twice. */
function claimantOf({ limits, hashClaimant }: SecretDeps, token: ClaimantToken | null) {
  const redeliveryMs = limits.redeliverySeconds * 1000;
  return token === null || redeliveryMs === 0
    ? ({ claimantHash: null } as const)
    : { claimantHash: hashClaimant(token), redeliveryMs };
}
