import { readingScript, script } from './scripts.ts';

/** KEYS: the customer. Says whether there is one. */
const KNOWN = "redis.call('EXISTS', KEYS[1]) == 1";

/** KEYS: customer, all by creation. ARGV: created, custid, then the fields of the customer. */
const CREATE = `
  if ${KNOWN} then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV, 3))
  redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])
  return 1
`;

/**
 * As CREATE; before the fields stand the number of those that a renewal changes, and the password hash that it gives.
 * Those fields come first: the locale, then whether the sign-up alone verifies the account (ARGV[8]).
 */
const REGISTER = `
  local isNew = not (${KNOWN})
  if isNew then
    redis.call('HSET', KEYS[1], unpack(ARGV, 5))
    redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])
    return 'created'
  end
  local kept = redis.call('HMGET', KEYS[1], 'isVerified', 'role', 'planid', 'paid')
  local hasNothing = kept[2] == 'customer' and kept[3] == 'basic' and (kept[4] or '') == ''
  if kept[1] == '0' and (ARGV[8] == '0' or hasNothing) then
    redis.call('HSET', KEYS[1], unpack(ARGV, 5, 4 + 2 * tonumber(ARGV[3])))
    redis.call('HSET', KEYS[1], 'passwordHash', ARGV[4])
    return 'renewed'
  end
  redis.call('HSET', KEYS[1], 'planid', kept[3])
  return 'known'
`;

/** ARGV: old hash, new hash, epoch ('' to leave it: sessions, reset keys and API token live on). */
const CHANGE_PASSWORD = `
  if redis.call('HGET', KEYS[1], 'passwordHash') ~= ARGV[1] then return 0 end
  redis.call('HSET', KEYS[1], 'passwordHash', ARGV[2])
  if ARGV[3] ~= '' then
    redis.call('HSET', KEYS[1], 'epoch', ARGV[3], 'apiTokenHash', '')
    redis.call('HINCRBY', KEYS[1], 'resetSeries', 1)
  end
  return 1
`;

/** ARGV: epoch. It never repeats, and never goes back. */
const SIGN_OUT = `
  local epoch = redis.call('HGET', KEYS[1], 'epoch')
  if not epoch then return 0 end
  if tonumber(ARGV[1]) <= tonumber(epoch) then redis.call('HINCRBY', KEYS[1], 'epoch', 1)
  else redis.call('HSET', KEYS[1], 'epoch', ARGV[1]) end
  redis.call('HSET', KEYS[1], 'apiTokenHash', '')
  redis.call('HINCRBY', KEYS[1], 'resetSeries', 1)
  return 1
`;

/** ARGV: whether proven by mail, epoch ('' for any), then the fields to answer with. */
const VERIFY = `
  local epoch = redis.call('HGET', KEYS[1], 'epoch')
  if not epoch or (ARGV[2] ~= '' and epoch ~= ARGV[2]) then return false end
  redis.call('HSET', KEYS[1], 'isVerified', '1')
  if ARGV[1] == '1' then redis.call('HSET', KEYS[1], 'isMailProven', '1') end
  return redis.call('HMGET', KEYS[1], unpack(ARGV, 3))
`;

/** ARGV: hash, epoch. */
const SET_API_TOKEN = `
  if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[2] then return 0 end
  redis.call('HSET', KEYS[1], 'apiTokenHash', ARGV[1])
  return 1
`;

/** ARGV: field, value. */
const SET_FIELD = `
  if not (${KNOWN}) then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  return 1
`;

/** ARGV: field, amount, field, amount… */
const ADD_COUNTS = `
  if not (${KNOWN}) then return 0 end
  for at = 1, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1]) end
  return 1
`;

/** KEYS: customer, all by creation. ARGV: hash ('' for any), custid. */
const DESTROY = `
  local hash = redis.call('HGET', KEYS[1], 'passwordHash')
  if not hash or (ARGV[1] ~= '' and hash ~= ARGV[1]) then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[2])
  return 1
`;

/**
 * A reset row names the series of its customer, and is good as long as that is the customer's own:
 * to end all of a customer's keys the series goes up by one. KEYS: reset, customer.
 */
const RESET_SERIES = `
  local series = redis.call('HGET', KEYS[2], 'resetSeries')
`;

/** ARGV: life in ms, expiry, custid, whether mailed. For nobody it writes as much. */
const KEEP_RESET = `${RESET_SERIES}
  redis.call('HSET', KEYS[1], 'series', series or '-', 'expiresAtMs', ARGV[2], 'custid', ARGV[3], 'isMailed', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return 1
`;

const LIVE_RESET = `${RESET_SERIES}
  local row = redis.call('HMGET', KEYS[1], 'series', 'expiresAtMs')
  local isLive = series and row[1] == series and tonumber(ARGV[1]) < tonumber(row[2])
`;

/** ARGV: now. Reads only. */
const PEEK_RESET = `${LIVE_RESET}
  return isLive and 1 or 0
`;

/** ARGV: now. */
const TAKE_RESET = `${LIVE_RESET}
  if not isLive then return 0 end
  redis.call('HINCRBY', KEYS[2], 'resetSeries', 1)
  redis.call('DEL', KEYS[1])
  return 1
`;

export const ACCOUNT_SCRIPTS = {
  create: script(CREATE),
  register: script(REGISTER),
  changePassword: script(CHANGE_PASSWORD),
  signOut: script(SIGN_OUT, { isRepeatable: true }),
  verify: script(VERIFY),
  setApiToken: script(SET_API_TOKEN),
  setField: script(SET_FIELD),
  addCounts: script(ADD_COUNTS),
  destroy: script(DESTROY),
  keepReset: script(KEEP_RESET),
  peekReset: readingScript(PEEK_RESET),
  takeReset: script(TAKE_RESET),
} as const;
