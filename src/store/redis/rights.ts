import { randomBytes } from 'node:crypto';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { RedisMaster } from './connection.ts';
import { KEYS } from './keys.ts';
import { neverThere, script } from './scripts.ts';

/** Asks for all the rights and all the readiness that a write needs, and finds nothing to remove. */
export const REMOVE_NOTHING = script(`return redis.call('DEL', unpack(KEYS))`, { isRepeatable: true });

/** Names of each kind, since a user may have the rights to one alone. Nobody's keys have this id; it is one slot. */
export function namesOfNobody(): readonly string[] {
  const id = randomBytes(32).toString('base64url');
  return [neverThere(id), ...KEYS.secret(id), KEYS.metadata(id)];
}

/**
 * Throws `StoreUnavailable` where a master refuses its user the names of a secret, or to run scripts and remove. In a
 * cluster each has rights of its own, and looks at them before it says that a key is elsewhere. Other commands that
 * scripts need are not asked for, nor whatever else keeps it from writing now.
 */
export async function requireRights(master: RedisMaster): Promise<void> {
  const names = namesOfNobody();
  const keys = [String(names.length), ...names];
  const { source, sha1 } = REMOVE_NOTHING;
  const ask = (command: string, ...rest: readonly string[]) => master.command(command, ...rest).catch(rethrowRefusal);
  await Promise.all([ask('DEL', ...names), ask('EVALSHA', sha1, ...keys), ask('EVAL', source, ...keys)]);
}

/** Of the command itself; of one within it, since Redis 7 and before. */
const REFUSAL = /^NOPERM |^ERR ACL failure in script|The user executing the script can't/;

function rethrowRefusal(error: unknown): void {
  const cause = error instanceof StoreUnavailable ? error.cause : null;
  if (!(cause instanceof Error) || !REFUSAL.test(cause.message)) return;
  const said = 'the user of Redis may not do all that is needed; hint: all commands on the keys hushlink:* and {*}:*';
  throw new StoreUnavailable(said, { cause });
}
