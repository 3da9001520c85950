import { KEYS } from './keys.ts';
import { readingScript, script } from './scripts.ts';

/**
 * KEYS: due. Payment shares the hash tag of the accounts, those keys that scripts find by names too: what
 * was seen and what an account is paid for change in one step. An owner's name is '{createdAtMs}:{custid}'.
 * `due`: owners by the instant of the next look. `row`: what was seen, by which look. `payers`: those of an
 * owner by the number of the look that would have been next when they came. `payer`: whose a payer is.
 */
export const BILLING = `
  local due = KEYS[1]
  local function rowKey(owner) return '${KEYS.billing('')}' .. owner end
  local function payersKey(owner) return '${KEYS.payers('')}' .. owner end
  local function payerKey(payer) return '${KEYS.payer('')}' .. payer end
  local function payersOf(owner) return redis.call('ZRANGE', payersKey(owner), 0, -1) end
  local function isPaidFor(owner) return redis.call('EXISTS', payersKey(owner)) == 1 end
  local function customerOf(owner)
    local createdAtMs, custid = string.match(owner, '^(%d+):(.*)$')
    local key = '${KEYS.customer('')}' .. custid
    return redis.call('HGET', key, 'createdAtMs') == createdAtMs and key
  end
  local function nextLook()
    return string.format('%.0f', redis.call('INCR', '${KEYS.look}'))
  end
`;

/** ARGV: owner, payer. */
const LINK = `${BILLING}
  local owner, payer = ARGV[1], ARGV[2]
  local found = redis.call('GET', payerKey(payer))
  if found and found ~= owner then return 'taken' end
  if not customerOf(owner) then return 'no-account' end
  if found then return 'linked' end
  redis.call('SET', payerKey(payer), owner)
  redis.call('ZADD', payersKey(owner), nextLook(), payer)
  redis.call('ZADD', due, 0, owner)
  return 'linked'
`;

/** ARGV: owner. Reads only. */
const FIND = `${BILLING}
  local owner = ARGV[1]
  if not customerOf(owner) or not isPaidFor(owner) then return false end
  return {payersOf(owner), redis.call('HGET', rowKey(owner), 'seen')}
`;

/** ARGV: owner. */
const BEGIN_LOOK = `${BILLING}
  if not customerOf(ARGV[1]) or not isPaidFor(ARGV[1]) then return false end
  return nextLook()
`;

/** ARGV: owner, look, seen, paid, next look at. Stays due when a payer was linked after the look began. */
const KEEP = `${BILLING}
  local owner, look = ARGV[1], ARGV[2]
  local customer = customerOf(owner)
  if not customer or not isPaidFor(owner) then return 0 end
  if tonumber(redis.call('HGET', rowKey(owner), 'keptLook') or 0) > tonumber(look) then return 0 end
  redis.call('HSET', rowKey(owner), 'seen', ARGV[3], 'keptLook', look)
  redis.call('HSET', customer, 'paid', ARGV[4])
  local lastLink = redis.call('ZREVRANGE', payersKey(owner), 0, 0, 'WITHSCORES')[2]
  if tonumber(lastLink) < tonumber(look) then redis.call('ZADD', due, ARGV[5], owner) end
  return 1
`;

/** ARGV: how many, now, the latest next look that a right clock sets. Reads only. */
const DUE = `${BILLING}
  local rows = {}
  for _, range in ipairs({{'-inf', ARGV[2]}, {'(' .. ARGV[3], '+inf'}}) do
    for _, owner in ipairs(redis.call('ZRANGEBYSCORE', due, range[1], range[2], 'LIMIT', 0, ARGV[1] - #rows)) do
      table.insert(rows, {owner, payersOf(owner), customerOf(owner) and 0 or 1})
    end
  end
  return rows
`;

/** ARGV: owner. */
const FORGET = `${BILLING}
  local owner = ARGV[1]
  if customerOf(owner) then return 0 end
  for _, payer in ipairs(payersOf(owner)) do redis.call('DEL', payerKey(payer)) end
  redis.call('DEL', payersKey(owner), rowKey(owner))
  redis.call('ZREM', due, owner)
  return 1
`;

/** ARGV: owner, now. */
const HURRY = `${BILLING}
  local dueAtMs = redis.call('ZSCORE', due, ARGV[1])
  if not dueAtMs or tonumber(dueAtMs) <= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', due, ARGV[2], ARGV[1])
  return 1
`;

export const BILLING_SCRIPTS = {
  link: script(LINK),
  find: readingScript(FIND),
  beginLook: script(BEGIN_LOOK),
  keep: script(KEEP),
  due: readingScript(DUE),
  forget: script(FORGET),
  hurry: script(HURRY),
} as const;
