import { IdTaken, type SealedMetadata, type SealedSecret } from '#src/features/secrets/secret-store.ts';
import type { RedisConnection } from './connection.ts';
import { withInstant } from './instants.ts';
import { KEYS } from './keys.ts';
import { REPLICATED_SCRIPTS } from './replicated-scripts.ts';
import { SCRIPTS, script } from './scripts.ts';
import { stateFields, stateTexts } from './secret-rows.ts';

/**
 * KEYS: those of `put`, then the metadata's. ARGV: lives in ms of record, content, sender's copy and metadata; sizes
 * of the parts; the parts, one behind the other: metadata, proof's hash, facts, content, sender's copy, owner's copy,
 * the last two empty for none; then the other fields of the state.
 */
const PUT_TOGETHER = script(`
  if redis.call('EXISTS', KEYS[1], KEYS[4]) > 0 then return 0 end
  local at, parts = 1, {}
  for size in string.gmatch(ARGV[5], '%d+') do
    parts[#parts + 1] = string.sub(ARGV[6], at, at + size - 1)
    at = at + size
  end
  local metadata, proofHash, facts, content, senderCopy, ownerCopy = unpack(parts)
  redis.call('SET', KEYS[4], metadata, 'PX', ARGV[4])
  redis.call('HSET', KEYS[1], 'proofHash', proofHash, 'facts', facts, unpack(ARGV, 7))
  if ownerCopy ~= '' then redis.call('HSET', KEYS[1], 'ownerCopy', ownerCopy) end
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  redis.call('SET', KEYS[2], content, 'PX', ARGV[2])
  if senderCopy ~= '' then redis.call('SET', KEYS[3], senderCopy, 'PX', ARGV[3]) end
  return 1
`);

/** Writes a secret and its metadata. Throws `IdTaken`. */
export type PutSecret = (secret: SealedSecret, metadata: SealedMetadata) => Promise<void>;

export function createPutSecret(redis: RedisConnection): PutSecret {
  // Two hash tags: only one master takes both in one step, and replicas are waited for by each script itself.
  return redis.isOneMaster && redis.waitReplicas === 0 ? putTogether(redis) : putApart(redis);
}

function putTogether(redis: RedisConnection): PutSecret {
  return async (secret, metadata) => {
    const keys = [...KEYS.secret(secret.id), KEYS.metadata(metadata.id)];
    // Each value of bytes would be a piece of its own on the way to the socket, and the pieces are what costs.
    const parts = [
      withInstant(metadata.recordExpiresAtMs, metadata.sealed),
      ...[secret.proofHash, secret.facts, secret.content],
      senderCopyOf(secret),
      secret.ownerCopy ?? NOTHING,
    ];
    const reply = await redis.run(PUT_TOGETHER, keys, [
      ...livesOf(secret),
      String(metadata.recordExpiresAtMs - metadata.createdAtMs),
      parts.map(({ length }) => length).join(' '),
      Buffer.concat(parts),
      ...stateTexts(secret),
    ]);
    if (reply === 0) throw taken();
  };
}

function putApart(redis: RedisConnection): PutSecret {
  return async (secret, metadata) => {
    // In this order: a secret never stands without its metadata. One master keeps the order without being waited for.
    const metadataPut = putMetadata(redis, metadata);
    if (!redis.isOneMaster) await metadataPut;
    const [metadataReply, secretReply] = await Promise.all([metadataPut, putState(redis, secret)]);
    if (metadataReply === null || secretReply === 0) throw taken();
  };
}

function putState(redis: RedisConnection, secret: SealedSecret): Promise<unknown> {
  const put = redis.waitReplicas === 0 ? SCRIPTS.put : REPLICATED_SCRIPTS.put;
  const [recordLife, contentLife, copyLife] = livesOf(secret);
  return redis.runReplicated(put, KEYS.secret(secret.id), [
    ...[recordLife, secret.content, contentLife, senderCopyOf(secret), copyLife],
    ...stateFields(secret),
  ]);
}

function putMetadata(redis: RedisConnection, metadata: SealedMetadata): Promise<unknown> {
  const lifeMs = String(metadata.recordExpiresAtMs - metadata.createdAtMs);
  const value = withInstant(metadata.recordExpiresAtMs, metadata.sealed);
  const key = KEYS.metadata(metadata.id);
  if (redis.waitReplicas === 0) return redis.command('SET', key, value, 'NX', 'PX', lifeMs);
  return redis.runReplicated(REPLICATED_SCRIPTS.putMetadata, [key], [value, lifeMs]);
}

const NOTHING = Buffer.alloc(0);

/** In ms, of the record, the content and the sender's copy. */
function livesOf({ createdAtMs, expiresAtMs, recordExpiresAtMs, senderCopy }: SealedSecret): [string, string, string] {
  const copyUntilMs = senderCopy?.untilMs ?? createdAtMs;
  const lives = [recordExpiresAtMs, expiresAtMs, copyUntilMs].map((untilMs) => String(untilMs - createdAtMs));
  return lives as [string, string, string];
}

/** Empty for none. */
function senderCopyOf({ senderCopy }: SealedSecret): Buffer {
  return senderCopy === null ? NOTHING : withInstant(senderCopy.untilMs, senderCopy.sealed);
}

function taken(): IdTaken {
  return new IdTaken('a row of that name exists');
}
