import type { DatabaseSync } from 'node:sqlite';
import {
  afterWrongTry,
  type GuessPolicy,
  redeliveryEndsAtMs,
  type StoredLife,
  triableFromMs,
} from '#src/features/secrets/secret.ts';
import {
  type AttemptRefusal,
  type ClaimAttempt,
  type Claimed,
  IdTaken,
  type SecretRow,
  type SecretStore,
} from '#src/features/secrets/secret-store.ts';
import { createBurnUnread } from './burn-unread.ts';
import type { Groups } from './group-read.ts';
import type { ReadAhead } from './read-ahead.ts';
import {
  type KeptRow,
  prepareStatements,
  type RowValues,
  secretValues,
  toKeptRow,
  toOwnedRow,
  toSecretRow,
} from './secret-rows.ts';

/**
 * Rows that lose their owner in one transaction: each is written anew, content and all, and visitors write between
 * two.
 */
const MOST_DISOWNED = 200;

interface Ending {
  readonly life: StoredLife;
  readonly burnedBy: string | null;
}

export interface SqliteSecretDeps extends Groups {
  readonly ahead: ReadAhead;
  readonly policy: GuessPolicy;
}

/**
 * Secrets in one SQLite file. Every write goes through `commit`, so it is on the disk when it resolves. What is the
 * first to touch a row reads ahead; what follows a look finds the pages where the look has left them.
 */
export function createSqliteSecretStore(
  database: DatabaseSync,
  { commit, groupRead: read, ahead, policy }: SqliteSecretDeps,
): SecretStore {
  const statements = prepareStatements(database);
  const readSecret = <Value>(id: string, query: () => Value) => ahead([['secret', id]], () => read(query));

  function lookWithProof(id: string, nowMs: number): KeptRow | null {
    const values = statements.lookWithProof.get(id, nowMs);
    return values === undefined ? null : toKeptRow(values, nowMs);
  }

  /** Inside a transaction: judges the attempt, ends the row if it is right, counts it if it is wrong. */
  function end(
    id: string,
    attempt: ClaimAttempt,
    ending: Ending,
    nowMs: number,
    found = lookWithProof(id, nowMs),
  ): AttemptRefusal | { ended: KeptRow } {
    if (found === null) return { kind: 'gone' };
    if (isKeptFor(found, attempt, nowMs)) return { ended: found };
    const { row } = found;
    if (row.life !== 'live') return { kind: 'gone' };
    if (triableFromMs(row, nowMs, policy) > nowMs) return { kind: 'too-early', guesses: row };
    if (!isSame(attempt.proofHash, found.proofHash)) {
      const guesses = afterWrongTry(row, nowMs, policy);
      statements.countGuess.run(guesses.failures, guesses.notBeforeMs, guesses.lockedUntilMs, id);
      return { kind: 'wrong-proof', guesses };
    }
    if (attempt.claimantHash === null) statements.end.run(ending.life, nowMs, ending.burnedBy, id);
    else {
      const sweepAtMs = redeliveryEndsAtMs({ ...row, endedAtMs: nowMs }, attempt.redeliveryMs);
      statements.receiveKept.run(nowMs, attempt.claimantHash, sweepAtMs, id);
    }
    return { ended: found };
  }

  return {
    put: (secret, metadata) => {
      const write = () => {
        const put = [
          statements.insertMetadata.run(metadata.id, metadata.recordExpiresAtMs, metadata.sealed),
          statements.insertSecret.run(...secretValues(secret)),
        ];
        if (put.some(({ changes }) => changes === 0)) throw new IdTaken('a row of that name exists');
      };
      const names = [
        ['metadata', metadata.id],
        ['secret', secret.id],
      ] as const;
      return ahead(names, () => commit(write));
    },
    look: (id, nowMs) => readSecret(id, () => rowOf(statements.look.get(id, nowMs), nowMs)),
    lookKept: (id, nowMs) => readSecret(id, () => rowOf(statements.lookKept.get(id, nowMs), nowMs)),
    claim: (id, attempt, nowMs) =>
      commit(() => {
        const outcome = end(id, attempt, { life: 'received', burnedBy: null }, nowMs);
        return 'ended' in outcome ? claimed(outcome.ended) : outcome;
      }),
    claimAtOnce: (id, attempt, siteKeyId, nowMs) =>
      ahead([['secret', id]], () =>
        commit(() => {
          const found = lookWithProof(id, nowMs);
          if (found === null || found.row.hasPassphrase || found.row.siteKeyId !== siteKeyId) return null;
          if (!isSame(attempt.proofHash, found.proofHash)) return null;
          const outcome = end(id, attempt, { life: 'received', burnedBy: null }, nowMs, found);
          return 'ended' in outcome ? { ...claimed(outcome.ended), row: found.row } : null;
        }),
      ),
    burn: (id, attempt, burnedBy, nowMs) =>
      commit(() => {
        const { proofHash } = attempt;
        const outcome = end(id, { proofHash, claimantHash: null }, { life: 'burned', burnedBy }, nowMs);
        if (!('ended' in outcome)) return outcome;
        return { kind: 'burned' as const, isCounted: outcome.ended.row.isCounted };
      }),
    markOpened: (id, nowMs) => commit(() => void statements.markOpened.run(nowMs, id, nowMs)),
    markViewed: (id, nowMs) => commit(() => Number(statements.markViewed.run(nowMs, id).changes) === 1),
    liftLock: (id, nowMs) => commit(() => void statements.liftLock.run(id, nowMs)),
    burnUnread: createBurnUnread(database, commit),
    senderCopy: async (id, nowMs) => {
      const row = await readSecret(id, () => statements.senderCopy.get(id, nowMs));
      return row ? { sealed: row.sender_copy as Uint8Array, untilMs: Number(row.sender_until_ms) } : null;
    },
    ownedBy: (ownerTag, { sinceMs, limit }, nowMs) =>
      read(() =>
        statements.ownedBy.all(ownerTag, sinceMs, nowMs, limit).map((values) => toOwnedRow(values, ownerTag, nowMs)),
      ),
    countOwnedBy: (ownerTag, { sinceMs, limit }, nowMs) =>
      read(() => Number(statements.countOwnedBy.get(ownerTag, sinceMs, nowMs, limit)?.count)),
    disown: async (ownerTag) => {
      const disownSome = () => Number(statements.disownSome.run(ownerTag, MOST_DISOWNED).changes);
      while ((await commit(disownSome)) === MOST_DISOWNED);
    },
    metadata: async (id, nowMs) => {
      const row = await ahead([['metadata', id]], () => read(() => statements.metadata.get(id, nowMs)));
      return (row?.sealed as Uint8Array) ?? null;
    },
  };
}

function rowOf(values: RowValues | undefined, nowMs: number): SecretRow | null {
  return values === undefined ? null : toSecretRow(values, nowMs);
}

/** Of the row as it was before. */
function claimed({ content, row }: KeptRow): Claimed {
  const isAgain = row.life === 'received';
  return { kind: 'claimed', content, isAgain, isCounted: !isAgain && row.isCounted };
}

/** Whether a received row still has its content for this very claimant, with this proof. */
function isKeptFor({ proofHash, row }: KeptRow, attempt: ClaimAttempt, nowMs: number): boolean {
  if (attempt.claimantHash === null || row.life !== 'received' || row.claimantHash === null) return false;
  if (!isSame(attempt.claimantHash, row.claimantHash) || !isSame(attempt.proofHash, proofHash)) return false;
  return nowMs < redeliveryEndsAtMs(row, attempt.redeliveryMs);
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return Buffer.compare(bytes, others) === 0;
}
