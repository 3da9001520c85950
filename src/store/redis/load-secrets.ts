import {
  type EndRecord,
  isReviving,
  type LoadOutcome,
  type LoadRule,
  type MetadataRecord,
  type SecretRecord,
} from '../transfer.ts';
import type { RedisConnection } from './connection.ts';
import { withInstant } from './instants.ts';
import { KEYS } from './keys.ts';
import { LOAD_SCRIPTS } from './load-scripts.ts';
import type { Argument } from './node.ts';
import { createOwnedSecrets } from './owned-secrets.ts';
import { stateFields } from './secret-rows.ts';

export function createLoadSecrets(redis: RedisConnection) {
  const owned = createOwnedSecrets(redis);

  /** Lists that are derived of the rows: one that was here already may have lost its owner. */
  async function list(record: SecretRecord, outcome: LoadOutcome, nowMs: number): Promise<void> {
    const { id, expiresAtMs, recordExpiresAtMs } = record;
    const live = outcome === 'over' ? ['', ''] : [String(expiresAtMs), lifeMs(expiresAtMs, nowMs)];
    const records = [String(recordExpiresAtMs), lifeMs(recordExpiresAtMs, nowMs)];
    // Backups of older releases do not say.
    if (record.isCounted !== false) {
      await redis.run(LOAD_SCRIPTS.list, [KEYS.live, KEYS.records], [id, ...live, ...records]);
    }
    const ownerTag = outcome === 'added' ? record.ownerTag : await ownerOf(id);
    await owned.add({ ...record, ownerTag });
  }

  async function ownerOf(id: string): Promise<string | null> {
    const tag = (await redis.command('HGET', KEYS.secret(id)[0], 'ownerTag')) as Buffer | null;
    return tag?.toString() ?? null;
  }

  /** Nothing of it waits any more. */
  const unlist = (id: string) => redis.run(LOAD_SCRIPTS.list, [KEYS.live], [id, '', '']);

  return {
    secret: async (record: SecretRecord, rule: LoadRule, nowMs: number): Promise<LoadOutcome> => {
      if (nowMs >= record.recordExpiresAtMs) return 'over';
      const isOver = record.content === null || nowMs >= record.expiresAtMs;
      const args = [isReviving(rule) ? '1' : '0', isOver ? '1' : '0', ...secretArguments(record, nowMs)];
      const outcome = String(await redis.run(LOAD_SCRIPTS.secret, KEYS.secret(record.id), args)) as LoadOutcome;
      if (isReviving(rule)) await list(record, outcome, nowMs);
      else if (outcome === 'over') await unlist(record.id);
      return outcome;
    },
    end: async ({ id, life, endedAtMs, burnedBy }: EndRecord): Promise<LoadOutcome> => {
      const isNews = await redis.run(LOAD_SCRIPTS.end, KEYS.secret(id), [life, String(endedAtMs), burnedBy ?? '']);
      if (isNews === 1) await unlist(id);
      return 'over';
    },
    metadata: async (
      { id, recordExpiresAtMs, sealed }: MetadataRecord,
      rule: LoadRule,
      nowMs: number,
    ): Promise<LoadOutcome> => {
      if (nowMs >= recordExpiresAtMs) return 'over';
      const key = KEYS.metadata(id);
      if (!isReviving(rule)) return Number(await redis.command('EXISTS', key)) === 1 ? 'kept' : 'unknown';
      const value = withInstant(recordExpiresAtMs, sealed);
      const isNew = await redis.command('SET', key, value, 'NX', 'PX', lifeMs(recordExpiresAtMs, nowMs));
      return isNew === null ? 'kept' : 'added';
    },
  };
}

/** Time to live only cleans up, and must not be nothing. */
function lifeMs(untilMs: number, nowMs: number): string {
  return String(Math.max(1, untilMs - nowMs));
}

function secretArguments(record: SecretRecord, nowMs: number): Argument[] {
  const { content, senderCopy, life, endedAtMs, burnedBy, failures, notBeforeMs, lockedUntilMs } = record;
  const { openedAtMs, viewedAtMs } = record;
  // A live one without content was cleared away by a clock that was ahead.
  const isCleared = life === 'live' && content === null;
  const expiresAtMs = isCleared ? Math.min(record.expiresAtMs, nowMs) : record.expiresAtMs;
  const changed = Object.entries({ openedAtMs, viewedAtMs, endedAtMs, failures, notBeforeMs, lockedUntilMs });
  return [
    ...[lifeMs(record.recordExpiresAtMs, nowMs), content ?? '', lifeMs(record.expiresAtMs, nowMs)],
    ...(senderCopy === null || senderCopy.untilMs <= nowMs
      ? ['', '']
      : [withInstant(senderCopy.untilMs, senderCopy.sealed), lifeMs(senderCopy.untilMs, nowMs)]),
    ...[life, String(endedAtMs ?? ''), burnedBy ?? ''],
    // A field is missing until it is first set.
    ...stateFields({ ...record, expiresAtMs, content: content ?? Buffer.alloc(0) }),
    ...['life', life, ...(burnedBy === null ? [] : ['burnedBy', burnedBy])],
    ...changed.flatMap(([field, value]) => (value ? [field, String(value)] : [])),
  ];
}
