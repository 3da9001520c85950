import type { MetadataId, SecretId } from '#src/crypto/ids.ts';
import {
  afterWrongTry,
  type GuessState,
  lifeAt,
  NO_GUESSES,
  type StoredLife,
  triableFromMs,
} from '#src/features/secrets/secret.ts';
import {
  type AttemptRefusal,
  type ClaimAttempt,
  type ClaimOutcome,
  IdTaken,
  type OwnedRow,
  type SealedMetadata,
  type SealedSecret,
  type SecretRow,
  type SecretStore,
  type Whose,
} from '#src/features/secrets/secret-store.ts';
import { POLICY } from './sealed-sample.ts';

interface Kept extends GuessState {
  readonly secret: SealedSecret;
  readonly life: StoredLife;
  readonly openedAtMs: number | null;
  readonly viewedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly burnedBy: SecretRow['burnedBy'];
  readonly ownerTag: string | null;
  /** For whom the content is still kept, and for how long; null for nobody. */
  readonly claimant: { readonly hash: Uint8Array; readonly untilMs: number } | null;
}

/** The secrets of a store that does one thing after the other, remembers everything and clears nothing away. */
export function createSecretModel(): SecretStore {
  const rows = new Map<string, Kept>();
  const metadata = new Map<string, SealedMetadata>();

  const change = (id: string, changes: Partial<Kept>) => rows.set(id, { ...(rows.get(id) as Kept), ...changes });
  const recorded = (id: string, nowMs: number) => {
    const row = rows.get(id);
    return row && nowMs < row.secret.recordExpiresAtMs ? row : undefined;
  };
  const isLive = (row: Kept, nowMs: number) => row.life === 'live' && nowMs < row.secret.expiresAtMs;
  const rowOf = (row: Kept, nowMs: number): SecretRow => {
    const { id, proofHash, content, senderCopy, ownerCopy, domainTag, ...told } = row.secret;
    const { secret, claimant, ...state } = row;
    return {
      ...told,
      ...state,
      life: lifeAt({ ...secret, life: row.life }, nowMs),
      claimantHash: claimant?.hash ?? null,
      isHeld: false,
    };
  };
  const over = { claimant: null, burnedBy: null } as const;

  function end(id: string, attempt: ClaimAttempt, life: StoredLife, changes: Partial<Kept>, nowMs: number) {
    const row = rows.get(id);
    if (row === undefined || !isLive(row, nowMs)) return { kind: 'gone' } as const;
    const { failures, notBeforeMs, lockedUntilMs } = row;
    const guesses = { failures, notBeforeMs, lockedUntilMs };
    if (triableFromMs(guesses, nowMs, POLICY) > nowMs) return { kind: 'too-early', guesses } as const;
    if (Buffer.compare(attempt.proofHash, row.secret.proofHash) !== 0) {
      const counted = afterWrongTry({ ...guesses, expiresAtMs: row.secret.expiresAtMs }, nowMs, POLICY);
      change(id, counted);
      return { kind: 'wrong-proof', guesses: counted } as const;
    }
    change(id, { ...over, life, endedAtMs: nowMs, ...changes });
    return row;
  }

  function claim(id: string, attempt: ClaimAttempt, nowMs: number): ClaimOutcome {
    const row = rows.get(id);
    const isMine = attempt.claimantHash !== null && row?.claimant && same(row.claimant.hash, attempt.claimantHash);
    if (row && isMine && same(row.secret.proofHash, attempt.proofHash) && nowMs < (row.claimant?.untilMs ?? 0)) {
      return { kind: 'claimed', content: row.secret.content, isAgain: true, isCounted: false };
    }
    const claimant =
      attempt.claimantHash === null || row === undefined
        ? null
        : {
            hash: attempt.claimantHash,
            untilMs: Math.min(nowMs + attempt.redeliveryMs, row.secret.recordExpiresAtMs),
          };
    const ended: Kept | AttemptRefusal = end(id, attempt, 'received', { claimant }, nowMs);
    if ('kind' in ended) return ended;
    const { content, isCounted } = ended.secret;
    return { kind: 'claimed', content, isAgain: false, isCounted };
  }

  function owned(ownerTag: string, sinceMs: number, nowMs: number): OwnedRow[] {
    return [...rows.values()]
      .filter((row) => row.ownerTag === ownerTag && row.secret.createdAtMs >= sinceMs)
      .filter((row) => nowMs < row.secret.recordExpiresAtMs)
      .toSorted((one, other) => other.secret.createdAtMs - one.secret.createdAtMs)
      .map((row) => ({ id: row.secret.id, row: rowOf(row, nowMs), ownerCopy: row.secret.ownerCopy as Uint8Array }));
  }

  return {
    put: async (secret, itsMetadata) => {
      if (rows.has(secret.id) || metadata.has(itsMetadata.id)) throw new IdTaken('taken');
      const fresh = { openedAtMs: null, viewedAtMs: null, endedAtMs: null, ...over };
      rows.set(secret.id, { secret, life: 'live', ...NO_GUESSES, ...fresh, ownerTag: secret.ownerTag });
      metadata.set(itsMetadata.id, itsMetadata);
    },
    look: async (id, nowMs) => {
      const row = recorded(id, nowMs);
      return row ? rowOf(row, nowMs) : null;
    },
    lookKept: async (id, nowMs) => {
      const row = recorded(id, nowMs);
      return row && (row.life === 'live' || row.claimant) ? rowOf(row, nowMs) : null;
    },
    claim: async (id, attempt, nowMs) => claim(id, attempt, nowMs),
    claimAtOnce: async () => null,
    burn: async (id, { proofHash }, burnedBy, nowMs) => {
      const ended = end(id, { proofHash, claimantHash: null }, 'burned', { burnedBy }, nowMs);
      return 'kind' in ended ? ended : { kind: 'burned', isCounted: ended.secret.isCounted };
    },
    burnUnread: async function* (whose, nowMs) {
      let burned = 0;
      for (const [id, row] of rows) {
        if (!isWhose(row, whose)) continue;
        if (row.claimant) change(id, { claimant: null });
        if (!isLive(row, nowMs) || row.secret.createdAtMs > nowMs) continue;
        change(id, { life: 'burned', endedAtMs: nowMs, burnedBy: 'operator' });
        burned += 1;
      }
      if (burned > 0) yield burned;
    },
    markOpened: async (id, nowMs) => {
      const row = rows.get(id);
      if (row && isLive(row, nowMs) && row.openedAtMs === null) change(id, { openedAtMs: nowMs });
    },
    markViewed: async (id, nowMs) => {
      if (recorded(id, nowMs)?.viewedAtMs !== null) return false;
      change(id, { viewedAtMs: nowMs });
      return true;
    },
    liftLock: async (id, nowMs) => {
      const row = rows.get(id);
      if (row && isLive(row, nowMs)) change(id, NO_GUESSES);
    },
    senderCopy: async (id, nowMs) => {
      const row = rows.get(id);
      const copy = row && isLive(row, nowMs) ? row.secret.senderCopy : null;
      return copy && nowMs < copy.untilMs ? copy : null;
    },
    ownedBy: async (ownerTag, { sinceMs, limit }, nowMs) => owned(ownerTag, sinceMs, nowMs).slice(0, limit),
    countOwnedBy: async (ownerTag, { sinceMs, limit }, nowMs) => owned(ownerTag, sinceMs, nowMs).slice(0, limit).length,
    disown: async (ownerTag) => {
      for (const [id, row] of rows) if (row.ownerTag === ownerTag) change(id, { ownerTag: null });
    },
    metadata: async (id: MetadataId, nowMs) => {
      const kept = metadata.get(id);
      return kept && nowMs < kept.recordExpiresAtMs ? kept.sealed : null;
    },
  };
}

function isWhose({ secret, ownerTag }: Kept, whose: Whose): boolean {
  switch (whose.kind) {
    case 'all':
      return true;
    case 'owner':
      return ownerTag === whose.ownerTag;
    case 'domain':
      return secret.domainTag === whose.domainTag;
    case 'ids':
      return whose.ids.includes(secret.id as SecretId);
  }
}

function same(bytes: Uint8Array, others: Uint8Array): boolean {
  return Buffer.compare(bytes, others) === 0;
}
