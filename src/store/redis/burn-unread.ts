import type { SecretId } from '#src/crypto/ids.ts';
import type { SecretStore, Whose } from '#src/features/secrets/secret-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import type { OwnedSecrets } from './owned-secrets.ts';
import { allIds } from './scan-secrets.ts';
import { LIVE_ROW, script } from './scripts.ts';
import type { Tally } from './tally.ts';

/**
 * KEYS: state, content, sender's copy. ARGV: now, token, then a field and what it must hold ('' for whatever). For
 * the holder of a token it may run again, and says the same. 1: it is burned; 2: it was received, and is not kept for
 * its claimant any longer; 3: it is burned, and is not counted. What is just being handed out goes when that is done:
 * its content may be needed until then; if it is not handed out after all, `release` burns it.
 */
const BURN = script(
  `${LIVE_ROW}
  local made = cjson.decode(redis.call('HGET', KEYS[1], 'made') or '{}')
  local isAgain = redis.call('HGET', KEYS[1], 'burnedUnder') == ARGV[2]
  if not isAgain or row[1] ~= 'burned' then
    if ARGV[3] ~= '' and redis.call('HGET', KEYS[1], ARGV[3]) ~= ARGV[4] then return 0 end
    local isReceived = row[1] == 'received'
    local isHeld = isReceived and redis.call('HEXISTS', KEYS[1], 'heldBy') == 1
    local wasKept = redis.call('HDEL', KEYS[1], 'claimantHash') == 1 or (isAgain and isReceived)
    if wasKept or isHeld then redis.call('HSET', KEYS[1], 'burnedUnder', ARGV[2]) end
    if wasKept and not isHeld then redis.call('DEL', KEYS[2]) end
    if not isHeld and not isLive(tonumber(ARGV[1])) then return wasKept and 2 or 0 end
    if made.createdAtMs > tonumber(ARGV[1]) then return wasKept and 2 or 0 end
    if isHeld then redis.call('HSET', KEYS[1], 'burnsAtMs', ARGV[1]) return 2 end
  end
  redis.call('HSET', KEYS[1], 'life', 'burned', 'endedAtMs', ARGV[1], 'burnedBy', 'operator', 'burnedUnder', ARGV[2])
  redis.call('DEL', KEYS[2], KEYS[3])
  return made.isCounted == false and 3 or 1
`,
  { isRepeatable: true },
);

const BATCH = 500;

interface BurnDeps {
  readonly owned: Pick<OwnedSecrets, 'idsOf'>;
  readonly tally: Pick<Tally, 'ended'>;
  /** Unguessable, another one with each call. */
  readonly newToken: () => string;
}

/** Each secret in a script of its own: a claim comes before it or after it. */
export function createBurnUnread(
  redis: RedisConnection,
  { owned, tally, newToken }: BurnDeps,
): SecretStore['burnUnread'] {
  async function burnOne(id: string, whose: Whose, nowMs: number): Promise<boolean> {
    const args = [String(nowMs), newToken(), ...conditionOf(whose)];
    const outcome = await redis.runReplicated(BURN, KEYS.secret(id), args, (reply) => reply === 0);
    if (outcome === 1) tally.ended(id, 'burned', nowMs);
    return outcome === 1 || outcome === 3;
  }

  return async function* burnUnread(whose, nowMs) {
    const batches = whose.kind === 'all' ? allIds(redis, 'state') : inBatches(await idsOf(owned, whose));
    for await (const ids of batches) {
      const outcomes = await Promise.allSettled(ids.map((id) => burnOne(id, whose, nowMs)));
      const count = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length;
      // Whoever asks is told of these, too, when another one fails.
      if (count > 0) yield count;
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    }
  };
}

async function idsOf(owned: BurnDeps['owned'], whose: Exclude<Whose, { kind: 'all' }>): Promise<readonly SecretId[]> {
  return whose.kind === 'ids' ? whose.ids : owned.idsOf(whose);
}

function* inBatches(ids: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH);
}

/** The row alone says whose it is; the lists are derived. */
function conditionOf(whose: Whose): [field: string, value: string] {
  if (whose.kind === 'owner') return ['ownerTag', whose.ownerTag];
  if (whose.kind === 'domain') return ['domainTag', whose.domainTag];
  return ['', ''];
}
