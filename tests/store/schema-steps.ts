import type { RedisConnection } from '#src/store/redis/connection.ts';
import type { SchemaSteps } from '#src/store/redis/schema.ts';
import { SCHEMA, type SchemaVersion } from '#src/store/schema-version.ts';

/** Two minors after what this release writes. */
export const TARGET: SchemaVersion = { major: SCHEMA.major, minor: SCHEMA.minor + 2 };

export const ROWS = Array.from({ length: 10 }, (_, at) => `row:${at}`);

/** Steps as a later release may have them: each marks every row, one after the other. */
export function markingSteps(onStep: () => void): SchemaSteps {
  const mark = (minor: number) => async (redis: RedisConnection) => {
    for (const row of ROWS) {
      await redis.command('HSET', row, String(minor), 'done');
      onStep();
    }
  };
  return new Map([SCHEMA.minor + 1, SCHEMA.minor + 2].map((minor) => [minor, mark(minor)]));
}
