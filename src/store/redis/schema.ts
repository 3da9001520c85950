import { otherMajorText, readSchema, SCHEMA, type SchemaVersion } from '../schema-version.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { script } from './scripts.ts';

/** Releases before 1.4 kept no number here. */
const UNWRITTEN: SchemaVersion = { major: 1, minor: 3 };

/**
 * What makes rows of an older minor what this one writes, by the minor. A step runs beside servers of both
 * releases: it changes each row in one script, may be begun again after a crash, and may run in several
 * processes at once.
 */
export type SchemaSteps = ReadonlyMap<number, (redis: RedisConnection) => Promise<void>>;

const STEPS: SchemaSteps = new Map();

/** KEYS: the schema. ARGV: major, minor. Never lowers it: a newer release may have been here. */
const RAISE = script(
  `
  local major, minor = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+)%.(%d+)$')
  if major and (major ~= ARGV[1] or tonumber(minor) >= tonumber(ARGV[2])) then return 0 end
  redis.call('SET', KEYS[1], ARGV[1] .. '.' .. ARGV[2])
  return 1
`,
  { isRepeatable: true },
);

/**
 * Refuses rows of another major release; takes those of an older minor as far as this release goes. Any number
 * of processes may do that at once, and be killed at it: a number is written when its step is done.
 */
export async function prepareRedisSchema(
  redis: RedisConnection,
  { steps, target }: { readonly steps: SchemaSteps; readonly target: SchemaVersion } = { steps: STEPS, target: SCHEMA },
): Promise<void> {
  const kept = await redis.command('GET', KEYS.schema);
  const found = kept === null ? UNWRITTEN : readSchema(String(kept));
  if (found.major !== target.major) throw new Error(otherMajorText(found, target));
  for (let minor = found.minor + 1; minor <= target.minor; minor += 1) {
    await steps.get(minor)?.(redis);
    await redis.run(RAISE, [KEYS.schema], [String(target.major), String(minor)]);
  }
}
