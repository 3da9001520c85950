import { FARTHEST_DUE_MS } from '#src/mail/outbox-store.ts';
import { KEYS } from './keys.ts';
import { readingScript, script } from './scripts.ts';

/**
 * KEYS: due, expiry, totals, then the ticket's and the account's where a script says so. All keys of the outbox share
 * one hash tag, those of single mails too, which scripts find by the ids in `due` and `expiry`.
 * `due`: who waits, by the instant of the next try or of the end of a lease. `expiry`: the same mails by the instant
 * at which they are over. Numbers are written with %.0f: Lua would print epoch milliseconds in exponents.
 */
const OUTBOX = `
  local due, expiry, totals = KEYS[1], KEYS[2], KEYS[3]
  local function mailKey(id) return '${KEYS.mail('')}' .. id end
  local function forget(id)
    redis.call('ZREM', due, id)
    redis.call('ZREM', expiry, id)
  end
  local function outlive(key, lifeMs)
    if redis.call('PTTL', key) < tonumber(lifeMs) then redis.call('PEXPIRE', key, lifeMs) end
  end
  local function isHeld(id, token)
    local row = redis.call('HMGET', mailKey(id), 'lease', 'state')
    return row[1] == token and row[2] == 'waiting'
  end
`;

/**
 * Before a mail comes into its account's set, looks at four members and drops those whose mail is gone. Each mail
 * brings one in, so that about three quarters of a set are there, however long the account goes on writing.
 */
const THIN_OUT = `
  for _, id in ipairs(redis.call('SRANDMEMBER', KEYS[5], 4)) do
    if redis.call('EXISTS', mailKey(id)) == 0 then redis.call('SREM', KEYS[5], id) end
  end
`;

/**
 * KEYS[4]: the ticket's. KEYS[5]: the account's. ARGV: id, due, expiry, life in ms, whether there is a ticket, then the
 * fields of the mail.
 */
const PUT = `${OUTBOX}
  local key = mailKey(ARGV[1])
  if redis.call('EXISTS', key) == 1 then return 0 end
  redis.call('HSET', key, unpack(ARGV, 6))
  redis.call('PEXPIRE', key, ARGV[4])
  redis.call('ZADD', due, ARGV[2], ARGV[1])
  redis.call('ZADD', expiry, ARGV[3], ARGV[1])
  outlive(due, ARGV[4])
  outlive(expiry, ARGV[4])
  ${THIN_OUT}
  redis.call('SADD', KEYS[5], ARGV[1])
  outlive(KEYS[5], ARGV[4])
  if ARGV[5] == '1' then
    redis.call('SADD', KEYS[4], ARGV[1])
    outlive(KEYS[4], ARGV[4])
  end
  return 1
`;

/** A mail that seems to wait for longer than any does: a wrong clock has put it off, and it is due. */
const PUT_OFF = `
  local function firstPutOff(due, nowMs)
    local farMs = string.format('(%.0f', tonumber(nowMs) + ${FARTHEST_DUE_MS})
    return redis.call('ZRANGEBYSCORE', due, farMs, '+inf', 'LIMIT', 0, 1)[1]
  end
`;

/** Clearing this many at most holds nobody up; whoever asks for the next one is told that more is due. */
const MOST_CLEARED = 1000;

/** ARGV: token, until, now. Clears away first what is over, mails that are just being sent excepted. */
const LEASE = `${OUTBOX}${PUT_OFF}
  local token, untilMs, nowMs = ARGV[1], ARGV[2], ARGV[3]
  local function drop(id)
    redis.call('DEL', mailKey(id))
    forget(id)
    redis.call('HINCRBY', totals, 'failed', 1)
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', nowMs, 'LIMIT', 0, 100)) do
    local dueMs = tonumber(redis.call('ZSCORE', due, id) or 0)
    local lease = redis.call('HGET', mailKey(id), 'lease')
    local isDue = dueMs <= tonumber(nowMs) or dueMs > tonumber(nowMs) + ${FARTHEST_DUE_MS}
    if not lease or lease == '' or isDue then drop(id) end
  end
  for _ = 1, ${MOST_CLEARED} do
    local id = redis.call('ZRANGEBYSCORE', due, '-inf', nowMs, 'LIMIT', 0, 1)[1] or firstPutOff(due, nowMs)
    if not id then return false end
    local row = redis.call('HMGET', mailKey(id), 'sealed', 'expiresAtMs', 'isSending')
    if row[1] and tonumber(row[2]) > tonumber(nowMs) then
      redis.call('HSET', mailKey(id), 'lease', token, 'isSending', '0')
      redis.call('ZADD', due, untilMs, id)
      local tries = redis.call('HINCRBY', mailKey(id), 'tries', 1)
      return {id, row[1], string.format('%.0f', tries), row[2], row[3] or '0'}
    end
    drop(id)
  end
  return false
`;

/**
 * A mail may be over while it is handed over: it is there until it is known what became of it. ARGV: id, token, until,
 * now.
 */
const PROLONG = `
  redis.call('ZADD', due, ARGV[3], ARGV[1])
  for _, key in ipairs({mailKey(ARGV[1]), due, expiry}) do outlive(key, ARGV[3] - ARGV[4]) end
`;

/** ARGV: id, token, until, now. */
const BEGIN_SENDING = `${OUTBOX}
  if not isHeld(ARGV[1], ARGV[2]) then return 0 end
  if tonumber(redis.call('HGET', mailKey(ARGV[1]), 'expiresAtMs')) <= tonumber(ARGV[4]) then return 0 end
  redis.call('HSET', mailKey(ARGV[1]), 'isSending', '1')
  ${PROLONG}
  return 1
`;

/** ARGV: id, token, until, now. */
const RENEW = `${OUTBOX}
  if not isHeld(ARGV[1], ARGV[2]) then return 0 end
  ${PROLONG}
  return 1
`;

/** ARGV: id, token, kind, now, next try. */
const SETTLE = `${OUTBOX}
  local id, kind, nowMs = ARGV[1], ARGV[3], ARGV[4]
  local key = mailKey(id)
  if not isHeld(id, ARGV[2]) then return 0 end
  if kind == 'postponed' then redis.call('HINCRBY', key, 'tries', -1) end
  if kind == 'retry' or kind == 'postponed' then
    redis.call('HSET', key, 'lease', '', 'isSending', '0', 'updatedAtMs', nowMs)
    redis.call('ZADD', due, ARGV[5], id)
    return 1
  end
  forget(id)
  local row = redis.call('HMGET', key, 'label', 'expiresAtMs')
  if kind == 'dropped' or not row[1] or tonumber(row[2]) <= tonumber(nowMs) then
    redis.call('DEL', key)
  else
    redis.call('HDEL', key, 'sealed', 'lease', 'isSending')
    redis.call('HSET', key, 'state', kind, 'updatedAtMs', nowMs)
  end
  if kind ~= 'dropped' then redis.call('HINCRBY', totals, kind, 1) end
  return 1
`;

/** KEYS[5]: the account's. */
const FORGET = `${OUTBOX}
  for _, id in ipairs(redis.call('SMEMBERS', KEYS[5])) do
    redis.call('DEL', mailKey(id))
    forget(id)
  end
  redis.call('DEL', KEYS[5])
  return 1
`;

/** KEYS[4]: the ticket's. ARGV: now. Reads only. */
const STATUS = `${OUTBOX}
  local found = {}
  for _, id in ipairs(redis.call('SMEMBERS', KEYS[4])) do
    local row = redis.call('HMGET', mailKey(id), 'state', 'tries', 'updatedAtMs', 'label', 'expiresAtMs')
    if row[4] and tonumber(row[5]) > tonumber(ARGV[1]) then
      table.insert(found, {id, row[1], row[2], row[3], row[4]})
    end
  end
  return found
`;

/** ARGV: now. Reads only. */
const NEXT_DUE = `${PUT_OFF}
  if firstPutOff(KEYS[1], ARGV[1]) then return ARGV[1] end
  return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or false
`;

/** Reads only. */
const TOTALS = `${OUTBOX}
  local ended = redis.call('HMGET', totals, 'sent', 'failed')
  return {ended[1] or '0', ended[2] or '0', tostring(redis.call('ZCARD', due))}
`;

export const OUTBOX_SCRIPTS = {
  put: script(PUT),
  lease: script(LEASE),
  beginSending: script(BEGIN_SENDING),
  renew: script(RENEW),
  settle: script(SETTLE),
  forget: script(FORGET),
  status: readingScript(STATUS),
  nextDue: readingScript(NEXT_DUE),
  totals: readingScript(TOTALS),
} as const;
