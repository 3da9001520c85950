import type { GuessPolicy } from '#src/features/secrets/secret.ts';
import type { AttemptRefusal, ClaimAttempt, ProvenAttempt, SecretStore } from '#src/features/secrets/secret-store.ts';
import { afterChange, StoreUnavailable } from '#src/store-unavailable.ts';
import { createBurnUnread } from './burn-unread.ts';
import type { RedisConnection } from './connection.ts';
import type { Ending, Endings } from './endings.ts';
import { untilInstant } from './instants.ts';
import { KEYS } from './keys.ts';
import { createOwnedSecrets } from './owned-secrets.ts';
import { createPutSecret } from './put-secret.ts';
import { SCRIPTS } from './scripts.ts';
import { isKept, LOOK_FIELDS, readMade, toSecretRow } from './secret-rows.ts';
import type { Tally } from './tally.ts';

interface Ended {
  readonly kind: 'ended' | 'again';
  readonly content: Buffer;
  readonly isCounted: boolean;
}

type AtOnce = readonly [kind: Buffer, content: Buffer, row: (Buffer | null)[]];

const NOBODY = ['', '0'] as const;

export interface SecretStoreDeps {
  readonly policy: GuessPolicy;
  readonly tally: Tally;
  readonly endings: Pick<Endings, 'end'>;
  /** Unguessable, another one with each call. */
  readonly newToken: () => string;
}

/** Secrets in Redis: three keys under one hash tag, changed only by scripts on that tag. */
export function createRedisSecretStore(
  redis: RedisConnection,
  { policy, tally, endings, newToken }: SecretStoreDeps,
): SecretStore {
  const [put, owned] = [createPutSecret(redis), createOwnedSecrets(redis)];
  const policyArguments = [policy.tries, policy.firstDelayMs, policy.maxDelayMs, policy.maxLockMs].map(String);

  async function end(
    id: string,
    attempt: ProvenAttempt,
    ending: Pick<Ending, 'life' | 'burnedBy' | 'claimant'>,
    nowMs: number,
  ): Promise<AttemptRefusal | Ended> {
    const proof = [attempt.proofHash, String(nowMs), ...policyArguments];
    const outcome = toOutcome(await endings.end({ keys: KEYS.secret(id), proof, ...ending, nowMs }));
    if ('content' in outcome && outcome.isCounted) tally.ended(id, ending.life, nowMs);
    return outcome;
  }

  return {
    put: async (secret, metadata) => {
      const [kept, listed] = [put(secret, metadata), owned.add(secret)];
      // Its failure is told below, once the secret is kept: before that nothing was changed.
      listed.catch(() => {});
      await kept.catch((error) => {
        // Left there, it would be counted as its owner's until its record would have ended.
        if (wasRefused(error)) void listed.then(() => owned.remove(secret)).catch(() => {});
        throw error;
      });
      await afterChange(listed);
      if (secret.isCounted) tally.made(secret);
    },
    look: async (id, nowMs) => {
      const reply = await redis.command('HMGET', KEYS.secret(id)[0], ...LOOK_FIELDS);
      return toSecretRow(reply as (Buffer | null)[], nowMs);
    },
    lookKept: async (id, nowMs) => {
      const reply = (await redis.command('HMGET', KEYS.secret(id)[0], ...LOOK_FIELDS)) as (Buffer | null)[];
      return isKept(reply) ? toSecretRow(reply, nowMs) : null;
    },
    claim: async (id, attempt, nowMs) => {
      const outcome = await end(id, attempt, { life: 'received', burnedBy: '', claimant: claimantOf(attempt) }, nowMs);
      if (!('content' in outcome)) return outcome;
      const { kind, content, isCounted } = outcome;
      return { kind: 'claimed', content, isAgain: kind === 'again', isCounted };
    },
    claimAtOnce: async (id, attempt, siteKeyId, nowMs) => {
      // Where replicas are waited for, a claim has two halves.
      if (redis.waitReplicas > 0) return null;
      const proof = [attempt.proofHash, String(nowMs), ...policyArguments];
      const args = [...proof, 'received', '', ...claimantOf(attempt), siteKeyId];
      const reply = (await redis.run(SCRIPTS.endAtOnce, KEYS.secret(id), args)) as AtOnce | null;
      const row = reply && toSecretRow(reply[2], nowMs);
      if (!reply || !row) return null;
      const isAgain = String(reply[0]) === 'again';
      const isCounted = !isAgain && row.isCounted;
      if (isCounted) tally.ended(id, 'received', nowMs);
      return { kind: 'claimed', content: reply[1], isAgain, isCounted, row };
    },
    burn: async (id, attempt, burnedBy, nowMs) => {
      const outcome = await end(id, attempt, { life: 'burned', burnedBy, claimant: NOBODY }, nowMs);
      return 'content' in outcome ? { kind: 'burned', isCounted: outcome.isCounted } : outcome;
    },
    burnUnread: createBurnUnread(redis, { owned, tally, newToken }),
    markOpened: async (id, nowMs) => void (await redis.run(SCRIPTS.markOpened, KEYS.secret(id), [String(nowMs)])),
    markViewed: async (id, nowMs) => (await redis.run(SCRIPTS.markViewed, KEYS.secret(id), [String(nowMs)])) === 1,
    liftLock: async (id, nowMs) => void (await redis.run(SCRIPTS.liftLock, KEYS.secret(id), [String(nowMs)])),
    senderCopy: async (id, nowMs) => {
      const reply = await redis.run(SCRIPTS.senderCopy, KEYS.secret(id), [String(nowMs)]);
      const copy = untilInstant(reply, nowMs);
      return copy && { sealed: copy.bytes, untilMs: copy.instantMs };
    },
    ownedBy: (ownerTag, range, nowMs) => owned.list(ownerTag, range, nowMs),
    countOwnedBy: (ownerTag, range, nowMs) => owned.count(ownerTag, range, nowMs),
    disown: (ownerTag) => owned.disown(ownerTag),
    metadata: async (id, nowMs) => untilInstant(await redis.command('GET', KEYS.metadata(id)), nowMs)?.bytes ?? null,
  };
}

/** By the store, and for certain. */
function wasRefused(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.isUnchanged;
}

function claimantOf(attempt: ClaimAttempt): Ending['claimant'] {
  return attempt.claimantHash === null ? NOBODY : [attempt.claimantHash, String(attempt.redeliveryMs)];
}

function toOutcome([kind, ...rest]: readonly Buffer[]): AttemptRefusal | Ended {
  const [first, second, third] = rest;
  switch (kind?.toString()) {
    case 'ended':
      return { kind: 'ended', content: first as Buffer, isCounted: readMade(second as Buffer).isCounted };
    case 'again':
      return { kind: 'again', content: first as Buffer, isCounted: false };
    case 'too-early':
    case 'wrong-proof': {
      const guesses = { failures: Number(first), notBeforeMs: Number(second), lockedUntilMs: Number(third) };
      return { kind: String(kind) as 'too-early' | 'wrong-proof', guesses };
    }
    default:
      return { kind: 'gone' };
  }
}
