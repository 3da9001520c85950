import type { MetadataKey } from '#src/crypto/ids.ts';
import type { MailStatus } from '#src/mail/mail-port.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { type AttemptFailure, failureOf, keysForAttempt, sealOf } from './attempt.ts';
import type { MetadataFacts } from './conceal.ts';
import type { Life } from './secret.ts';
import type { SecretDeps } from './secret-deps.ts';
import { type ListedRow, type SecretRow, StoreUnavailable } from './secret-store.ts';

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
  async function find(key: MetadataKey): Promise<SentSecret | null> {
    const sealed = await deps.store.metadata(deps.seal.metadataId(key), deps.now());
    if (sealed === null) return null;
    const facts = openFacts(deps, key, sealed);
    const row = await deps.store.look(deps.seal.secretId(facts.secretKey), deps.now());
    return row && { metadataKey: key, row, facts, copy: null };
  }

  async function copyOf({ metadataKey, row, facts }: SentSecret): Promise<SentSecret['copy']> {
    if (row.life !== 'live' || row.hasPassphrase) return null;
    const id = deps.seal.secretId(facts.secretKey);
    const copy = await deps.store.senderCopy(id, deps.now());
    return copy && { content: sealOf(deps, row).openSenderCopy(metadataKey, id, copy.sealed), untilMs: copy.untilMs };
  }

  async function mailsOf({ metadataKey, facts }: SentSecret): Promise<readonly MailStatus[]> {
    if (facts.recipients.length === 0) return [];
    return deps.mailer.statusOf(deps.seal.metadataId(metadataKey), deps.now());
  }

  /** The sender's record is there, so a secret that is gone is one that is over. */
  async function orAlreadyOver(key: MetadataKey, failure: AttemptFailure): Promise<SenderBurnFailure> {
    const sent = failure.kind === 'gone' ? await find(key) : null;
    return sent ? { kind: 'already-over', life: sent.row.life } : failure;
  }

  return {
    find,
    look: async (key) => {
      const sent = await find(key);
      return sent && { ...sent, copy: await copyOf(sent), mails: await mailsOf(sent) };
    },
    view: async (key) => {
      const sent = await find(key);
      if (sent === null || sent.row.viewedAtMs !== null) return sent;
      // Before the note: what cannot be read now is not lost.
      const copy = sent.facts.kind === 'generate' ? await copyOf(sent) : null;
      const nowMs = deps.now();
      const isFirst = await deps.store.markViewed(deps.seal.secretId(sent.facts.secretKey), nowMs);
      return isFirst ? { ...sent, copy } : { ...sent, row: { ...sent.row, viewedAtMs: nowMs } };
    },
    burn: async (key, passphrase) => {
      const sent = await find(key);
      if (sent === null) return fail({ kind: 'gone' });
      const { secretKey } = sent.facts;
      const keys = await keysForAttempt(deps, secretKey, sent.row, passphrase);
      if (!keys.ok) return fail(await orAlreadyOver(key, keys.failure));
      const attempt = { proofHash: keys.value.proofHash };
      const outcome = await deps.store.burn(deps.seal.secretId(secretKey), attempt, 'sender', deps.now());
      if (outcome.kind !== 'burned') return fail(await orAlreadyOver(key, failureOf(deps, outcome)));
      return ok((await find(key)) ?? sent);
    },
    unlock: async (key) => {
      const sent = await find(key);
      if (sent !== null) await deps.store.liftLock(deps.seal.secretId(sent.facts.secretKey), deps.now());
      return sent !== null;
    },
  };
}

/** The row names no key: as with a secret's, one that another process has made may not open here yet. */
function openFacts({ seal }: SecretDeps, key: MetadataKey, sealed: Uint8Array): MetadataFacts {
  try {
    return seal.openMetadata(key, seal.metadataId(key), sealed) as MetadataFacts;
  } catch (error) {
    throw new StoreUnavailable('a record needs a site secret that is not configured here', { cause: error });
  }
}
