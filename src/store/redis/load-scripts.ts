import { BILLING } from './billing-scripts.ts';
import { DOMAINS } from './domain-scripts.ts';
import { script } from './scripts.ts';

/** KEYS: customer, all by creation. ARGV: whether it replaces, created, custid, then the fields. */
const CUSTOMER = `
  local isThere = redis.call('EXISTS', KEYS[1]) == 1
  if isThere and ARGV[1] == '0' then return 'kept' end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], unpack(ARGV, 4))
  redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
  return isThere and 'replaced' or 'added'
`;

/** Raises a number. KEYS: the number. ARGV: the least that it is to be. */
const RAISE = `
  if tonumber(redis.call('GET', KEYS[1]) or 0) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
  return 'kept'
`;

/**
 * ARGV: whether it replaces, owner, seen ('' for nothing), by which look, next look at, then payer and number of its
 * link for each. Whoever has paid for this account since goes on doing so. What stays is looked at anew.
 */
const LOAD_BILLING = `${BILLING}
  local owner = ARGV[2]
  local isThere = redis.call('ZSCORE', due, owner)
  for at = 6, #ARGV, 2 do
    if redis.call('SETNX', payerKey(ARGV[at]), owner) == 1 then
      redis.call('ZADD', payersKey(owner), ARGV[at + 1], ARGV[at])
    end
  end
  if isThere and ARGV[1] == '0' then
    redis.call('ZADD', due, 0, owner)
    return 'kept'
  end
  redis.call('DEL', rowKey(owner))
  if ARGV[3] ~= '' then redis.call('HSET', rowKey(owner), 'seen', ARGV[3], 'keptLook', ARGV[4]) end
  redis.call('ZADD', due, ARGV[5], owner)
  return isThere and 'replaced' or 'added'
`;

/**
 * ARGV: whether it replaces, id, owner, name, next look, verified at ('' for not), hash of the logo ('' for none), its
 * type, its bytes, then the fields.
 */
const DOMAIN = `${DOMAINS}
  local id, ownerTag, name = ARGV[2], ARGV[3], ARGV[4]
  local ownId = idOf(ownerTag, name)
  local row = find(id)
  if (ownId or row) and ARGV[1] == '0' then return 'kept' end
  if ownId then remove(ownId, ownerTag, name) end
  if row then remove(id, row[3], row[2]) end
  redis.call('HSET', recordKey(id), unpack(ARGV, 10))
  redis.call('HSET', ownerKey(ownerTag), name, id)
  redis.call('ZADD', due, ARGV[5], id)
  if ARGV[6] ~= '' and redis.call('EXISTS', servedKey(name)) == 0 then
    redis.call('HSET', recordKey(id), 'verifiedAtMs', ARGV[6])
    redis.call('SET', servedKey(name), id)
  end
  if ARGV[7] ~= '' then redis.call('HSET', logoKey(id), 'hash', ARGV[7], 'type', ARGV[8], 'bytes', ARGV[9]) end
  return (ownId or row) and 'replaced' or 'added'
`;

/** Ends the hold of a claim that waits for replicas: what has ended elsewhere is never given back to others. */
const LET_GO = `
  local function letGo()
    if redis.call('HDEL', KEYS[1], 'heldBy') == 1 then redis.call('DEL', KEYS[2], KEYS[3]) end
  end
`;

/**
 * KEYS: state, content, sender's copy. ARGV: whether an unknown one comes in, whether it is over, life of the
 * record in ms, content, its life, sender's copy ('' for none), its life, state of life, ended at, burned by,
 * then the fields.
 */
const SECRET = `${LET_GO}
  local life, isOver = redis.call('HGET', KEYS[1], 'life'), ARGV[2] == '1'
  if life then
    if life == 'live' and ARGV[8] ~= 'live' then
      redis.call('HSET', KEYS[1], 'life', ARGV[8], 'endedAtMs', ARGV[9], 'burnedBy', ARGV[10])
      redis.call('DEL', KEYS[2], KEYS[3])
    elseif ARGV[8] ~= 'live' then letGo() end
    return (life == 'live' and not isOver) and 'kept' or 'over'
  end
  if ARGV[1] == '0' then return isOver and 'over' or 'unknown' end
  redis.call('HSET', KEYS[1], unpack(ARGV, 11))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  if isOver then return 'over' end
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[5])
  if ARGV[6] ~= '' then redis.call('SET', KEYS[3], ARGV[6], 'PX', ARGV[7]) end
  return 'added'
`;

/** KEYS: state, content, sender's copy. ARGV: state of life, ended at, burned by. */
const END = `${LET_GO}
  if redis.call('HGET', KEYS[1], 'life') ~= 'live' then
    letGo()
    return 0
  end
  redis.call('HSET', KEYS[1], 'life', ARGV[1], 'endedAtMs', ARGV[2], 'burnedBy', ARGV[3])
  redis.call('DEL', KEYS[2], KEYS[3])
  return 1
`;

/**
 * KEYS: sorted sets. ARGV: member, then for each set its score ('' to take the member out) and for how long the set
 * must last, in ms.
 */
const LIST = `
  for at, key in ipairs(KEYS) do
    local score, lifeMs = ARGV[2 * at], ARGV[2 * at + 1]
    if score == '' then redis.call('ZREM', key, ARGV[1])
    else
      redis.call('ZADD', key, score, ARGV[1])
      if redis.call('PTTL', key) < tonumber(lifeMs) then redis.call('PEXPIRE', key, lifeMs) end
    end
  end
  return 1
`;

/**
 * KEYS: mail, due, expiry, account, ticket. ARGV: id, due ('' unless it waits), expiry, life in ms, whether there is a
 * ticket, then the fields.
 */
const MAIL = `
  local function add(key)
    redis.call('SADD', key, ARGV[1])
    if redis.call('PTTL', key) < tonumber(ARGV[4]) then redis.call('PEXPIRE', key, ARGV[4]) end
  end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], unpack(ARGV, 6))
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  if ARGV[2] ~= '' then
    for at, score in ipairs({ARGV[2], ARGV[3]}) do
      redis.call('ZADD', KEYS[1 + at], score, ARGV[1])
      if redis.call('PTTL', KEYS[1 + at]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1 + at], ARGV[4]) end
    end
  end
  add(KEYS[4])
  if ARGV[5] == '1' then add(KEYS[5]) end
  return 1
`;

export const LOAD_SCRIPTS = {
  customer: script(CUSTOMER),
  raise: script(RAISE),
  billing: script(LOAD_BILLING),
  domain: script(DOMAIN),
  secret: script(SECRET),
  end: script(END),
  list: script(LIST),
  mail: script(MAIL),
} as const;
