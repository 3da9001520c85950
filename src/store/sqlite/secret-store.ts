import type { DatabaseSync } from 'node:sqlite';
import { afterWrongTry, type GuessPolicy, type StoredLife, triableFromMs } from '#src/features/secrets/secret.ts';
import {
  type AttemptRefusal,
  IdTaken,
  type ProvenAttempt,
  type SecretStore,
} from '#src/features/secrets/secret-store.ts';
import { createBurnUnread } from './burn-unread.ts';
import type { GroupCommit } from './group-commit.ts';
import { read } from './read.ts';
import { prepareStatements, type Row, secretValues, toOwnedRow, toSecretRow } from './secret-rows.ts';

interface Ending {
  readonly life: StoredLife;
  readonly burnedBy: string | null;
}

/** Secrets in one SQLite file. Every write goes through `commit`, so it is on the disk when it resolves. */
export function createSqliteSecretStore(database: DatabaseSync, commit: GroupCommit, policy: GuessPolicy): SecretStore {
  const statements = prepareStatements(database);

  /** Inside a transaction: judges the attempt, ends the row if it is right, counts it if it is wrong. */
  function end(id: string, attempt: ProvenAttempt, ending: Ending, nowMs: number): AttemptRefusal | { ended: Row } {
    const found = statements.lookWithProof.get(id, nowMs);
    if (!found) return { kind: 'gone' };
    const row = toSecretRow(found, nowMs);
    if (row.life !== 'live') return { kind: 'gone' };
    if (triableFromMs(row) > nowMs) return { kind: 'too-early', guesses: row };
    if (Buffer.compare(attempt.proofHash, found.proof_hash as Uint8Array) !== 0) {
      const guesses = afterWrongTry(row, nowMs, policy);
      statements.countGuess.run(guesses.failures, guesses.notBeforeMs, guesses.lockedUntilMs, id);
      return { kind: 'wrong-proof', guesses };
    }
    statements.end.run(ending.life, nowMs, ending.burnedBy, id);
    return { ended: found };
  }

  return {
    put: (secret, metadata) =>
      commit(() => {
        const put = [
          statements.insertMetadata.run(metadata.id, metadata.recordExpiresAtMs, metadata.sealed),
          statements.insertSecret.run(...secretValues(secret)),
        ];
        if (put.some(({ changes }) => changes === 0)) throw new IdTaken('a row of that name exists');
      }),
    look: async (id, nowMs) => {
      const row = read(() => statements.look.get(id, nowMs));
      return row ? toSecretRow(row, nowMs) : null;
    },
    claim: (id, attempt, nowMs) =>
      commit(() => {
        const outcome = end(id, attempt, { life: 'received', burnedBy: null }, nowMs);
        return 'ended' in outcome
          ? { kind: 'claimed' as const, content: outcome.ended.content as Uint8Array }
          : outcome;
      }),
    burn: (id, attempt, burnedBy, nowMs) =>
      commit(() => {
        const outcome = end(id, attempt, { life: 'burned', burnedBy }, nowMs);
        return 'ended' in outcome ? { kind: 'burned' as const } : outcome;
      }),
    markOpened: (id, nowMs) => commit(() => void statements.markOpened.run(nowMs, id, nowMs)),
    markViewed: (id, nowMs) => commit(() => Number(statements.markViewed.run(nowMs, id).changes) === 1),
    liftLock: (id, nowMs) => commit(() => void statements.liftLock.run(id, nowMs)),
    burnUnread: createBurnUnread(database, commit),
    senderCopy: async (id, nowMs) => {
      const row = read(() => statements.senderCopy.get(id, nowMs));
      return row ? { sealed: row.sender_copy as Uint8Array, untilMs: Number(row.sender_until_ms) } : null;
    },
    ownedBy: async (ownerTag, { sinceMs, limit }, nowMs) =>
      read(() => statements.ownedBy.all(ownerTag, sinceMs, nowMs, limit)).map((values) => toOwnedRow(values, nowMs)),
    countOwnedBy: async (ownerTag, sinceMs, nowMs) =>
      read(() => Number(statements.countOwnedBy.get(ownerTag, sinceMs, nowMs)?.count)),
    disown: (ownerTag) => commit(() => void statements.disown.run(ownerTag)),
    metadata: async (id, nowMs) => (read(() => statements.metadata.get(id, nowMs))?.sealed as Uint8Array) ?? null,
  };
}
