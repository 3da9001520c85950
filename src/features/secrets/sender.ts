import type { MetadataKey } from '#src/crypto/ids.ts';
import type { MailStatus } from '#src/mail/mail-port.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { type AttemptFailure, failureOf, keysForBurn, sealOf } from './attempt.ts';
import type { Life } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import type { MetadataFacts } from './secret-facts.ts';
import type { ListedRow, SecretRow, SenderCopy } from './secret-store.ts';

/** A secret as a list of its sender's shows it. */
export interface ListedSecret {
  readonly metadataKey: MetadataKey;
  readonly row: ListedRow;
  readonly facts: MetadataFacts;
}

/** A secret as its sender sees it, whatever became of it. */
export interface SentSecret extends ListedSecret {
  readonly row: SecretRow;
  /** The sender's copy while it is kept; null otherwise. */
  readonly copy: { readonly content: string; readonly untilMs: number } | null;
}

/** The same with what became of the mails that announce it. */
export interface LookedAfterSecret extends SentSecret {
  readonly mails: readonly MailStatus[];
}

/** What the sender's record says, whatever became of the secret. */
type Known = Pick<SentSecret, 'metadataKey' | 'facts'>;

export type SenderBurnFailure = AttemptFailure | { readonly kind: 'already-over'; readonly life: Life };

/** What the holder of a metadata key can do. */
export interface SenderSide {
  /** The secret without its content; null when nothing is known. Changes nothing. */
  find(key: MetadataKey): Promise<SentSecret | null>;
  /** What became of the secret; null when nothing is known. Changes nothing. */
  look(key: MetadataKey): Promise<LookedAfterSecret | null>;
  /**
   * As API v1 reads it, which notes the first reading: of any number of simultaneous calls exactly one is answered
   * with `viewedAtMs` null. That one alone gets a generated password, while the sender's copy is kept.
   */
  view(key: MetadataKey): Promise<SentSecret | null>;
  /** Destroys it unread. `gone`: nothing is known; `already-over`: it was read, burned or has expired. */
  burn(key: MetadataKey, passphrase: string): Promise<Result<SentSecret, SenderBurnFailure>>;
  /** Forgets the wrong passphrases and lifts their lock. False when nothing is known. */
  unlock(key: MetadataKey): Promise<boolean>;
}

export function createSenderSide(deps: SecretDeps): SenderSide {
  async function factsOf(metadataKey: MetadataKey): Promise<Known | null> {
    const sealed = await deps.store.metadata(deps.seal.metadataId(metadataKey), deps.now());
    return sealed && { metadataKey, facts: openFacts(deps, metadataKey, sealed) };
  }

  async function rowOf(known: Known): Promise<SentSecret | null> {
    const row = await deps.store.look(deps.seal.secretId(known.facts.secretKey), deps.now());
    return row && { ...known, row, copy: null };
  }

  async function find(key: MetadataKey): Promise<SentSecret | null> {
    const known = await factsOf(key);
    return known && rowOf(known);
  }

  /** The store has one only while the secret is there to be read, and none of one with a passphrase. */
  function sealedCopyOf({ facts }: Known): Promise<SenderCopy | null> {
    return deps.store.senderCopy(deps.seal.secretId(facts.secretKey), deps.now());
  }

  function openCopy({ metadataKey, row, facts }: SentSecret, copy: SenderCopy | null): SentSecret['copy'] {
    if (copy === null || row.life !== 'live' || row.hasPassphrase) return null;
    const id = deps.seal.secretId(facts.secretKey);
    return { content: sealOf(deps, row).openSenderCopy(metadataKey, id, copy.sealed), untilMs: copy.untilMs };
  }

  /** In the order in which the sender named their recipients. */
  async function mailsOf({ metadataKey, facts: { recipients } }: Known): Promise<readonly MailStatus[]> {
    if (recipients.length === 0) return [];
    const mails = await deps.mailer.statusOf(deps.seal.metadataId(metadataKey), deps.now());
    const placeOf = ({ obscuredAddress }: MailStatus) => recipients.indexOf(obscuredAddress);
    return mails.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  /** The sender's record is there, so `gone` means that the secret is over. */
  async function orAlreadyOver(known: Known, failure: AttemptFailure): Promise<SenderBurnFailure> {
    const sent = failure.kind === 'gone' ? await rowOf(known) : null;
    return sent ? { kind: 'already-over', life: sent.row.life } : failure;
  }

  return {
    find,
    look: async (key) => {
      const known = await factsOf(key);
      if (known === null) return null;
      const [sent, copy, mails] = await Promise.all([rowOf(known), sealedCopyOf(known), mailsOf(known)]);
      return sent && { ...sent, copy: openCopy(sent, copy), mails };
    },
    view: async (key) => {
      const sent = await find(key);
      if (sent === null || sent.row.viewedAtMs !== null) return sent;
      // Before the note: what cannot be read now is not lost.
      const copy = sent.facts.kind === 'generate' ? openCopy(sent, await sealedCopyOf(sent)) : null;
      const nowMs = deps.now();
      const isFirst = await deps.store.markViewed(deps.seal.secretId(sent.facts.secretKey), nowMs);
      return isFirst ? { ...sent, copy } : { ...sent, row: { ...sent.row, viewedAtMs: nowMs } };
    },
    burn: async (key, passphrase) => {
      const sent = await find(key);
      if (sent === null) return fail({ kind: 'gone' });
      const { secretKey } = sent.facts;
      const keys = await keysForBurn(deps, secretKey, sent.row, passphrase);
      if (!keys.ok) return fail(await orAlreadyOver(sent, keys.failure));
      const attempt = { proofHash: keys.value.proofHash };
      const nowMs = deps.now();
      const outcome = await deps.store.burn(deps.seal.secretId(secretKey), attempt, 'sender', nowMs);
      if (outcome.kind !== 'burned') return fail(await orAlreadyOver(sent, failureOf(deps, outcome)));
      return ok({ ...sent, row: { ...sent.row, life: 'burned', endedAtMs: nowMs, burnedBy: 'sender' } });
    },
    unlock: async (key) => {
      const sent = await find(key);
      if (sent !== null) await deps.store.liftLock(deps.seal.secretId(sent.facts.secretKey), deps.now());
      return sent !== null;
    },
  };
}

/** A record does not name its site secret. As with a secret's row, one of another process may not open here yet. */
function openFacts({ seal }: SecretDeps, key: MetadataKey, sealed: Uint8Array): MetadataFacts {
  try {
    return seal.openMetadata(key, seal.metadataId(key), sealed) as MetadataFacts;
  } catch (error) {
    throw new StoreUnavailable('a record needs a site secret that is not configured here', { cause: error });
  }
}
