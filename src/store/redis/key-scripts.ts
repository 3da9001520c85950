import { script } from './scripts.ts';

/** KEYS: the record. ARGV: what it is ('' where there is none), what it becomes; it may be that already. */
const REPLACE_RECORD = `
  local found = redis.call('GET', KEYS[1]) or ''
  if found ~= ARGV[1] and found ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1
`;

/** KEYS: a hash. ARGV: field, what it is, what it becomes. */
const REPLACE_FIELD = `
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  return 1
`;

/** KEYS: a value behind an instant of eight bytes. ARGV: what it is, what it becomes; instant and life stay. */
const REPLACE_BEHIND_INSTANT = `
  local found = redis.call('GET', KEYS[1])
  if not found or string.sub(found, 9) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], string.sub(found, 1, 8) .. ARGV[2], 'KEEPTTL')
  return 1
`;

export const KEY_SCRIPTS = {
  replaceRecord: script(REPLACE_RECORD, { isRepeatable: true }),
  replaceField: script(REPLACE_FIELD),
  replaceBehindInstant: script(REPLACE_BEHIND_INSTANT),
} as const;
