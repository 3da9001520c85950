import { randomBytes } from 'node:crypto';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisConnection, RedisMaster } from './connection.ts';
import { KEYS } from './keys.ts';
import { neverThere, script } from './scripts.ts';

/** Asks for all the rights and all the readiness that a write needs, and finds nothing to remove. */
export const REMOVE_NOTHING = script(`return redis.call('DEL', unpack(KEYS))`, { isRepeatable: true });

/**
 * Names of each kind, since a user may have the rights to one alone. Nobody's keys have these ids. One master is asked
 * for two at once, as it is when a secret is kept: a Cluster takes no names of several slots.
 */
export function namesOfNobody({ isOneMaster }: Pick<RedisConnection, 'isOneMaster'>): readonly string[] {
  const id = idOfNobody();
  return [neverThere(id), ...KEYS.secret(id), KEYS.metadata(isOneMaster ? idOfNobody() : id)];
}

/**
 * Throws `StoreUnavailable` where a master refuses its user the names of a secret, or to run scripts and remove, and
 * where a Cluster is addressed as one Redis. In a Cluster each has rights of its own, and looks at them before it says
 * that a key is elsewhere. Other commands that scripts need are not asked for, nor whatever else keeps it from writing
 * now.
 */
export async function requireRights(master: RedisMaster, redis: Pick<RedisConnection, 'isOneMaster'>): Promise<void> {
  const names = namesOfNobody(redis);
  const keys = [String(names.length), ...names];
  const { source, sha1 } = REMOVE_NOTHING;
  const ask = (command: string, ...rest: readonly string[]) => master.command(command, ...rest).catch(rethrowRefusal);
  await Promise.all([ask('DEL', ...names), ask('EVALSHA', sha1, ...keys), ask('EVAL', source, ...keys)]);
}

/** How the command itself is refused; how one within a script is, since Redis 7 and before. */
const NO_RIGHT = /^NOPERM |^ERR ACL failure in script|The user executing the script can't/;

const REFUSALS: readonly (readonly [refusal: RegExp, said: string])[] = [
  [NO_RIGHT, 'the user of Redis may not do all that is needed; hint: all commands on the keys hushlink:* and {*}:*'],
  [/^CROSSSLOT /, 'this Redis is a Cluster; hint: its address begins with redis+cluster:// or rediss+cluster://'],
];

function rethrowRefusal(error: unknown): void {
  const cause = error instanceof StoreUnavailable ? error.cause : null;
  if (!(cause instanceof Error)) return;
  const [, said] = REFUSALS.find(([refusal]) => refusal.test(cause.message)) ?? [];
  if (said !== undefined) throw new StoreUnavailable(said, { cause });
}

function idOfNobody(): string {
  return randomBytes(32).toString('base64url');
}
