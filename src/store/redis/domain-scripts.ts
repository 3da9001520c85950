import { DOMAIN_FIELDS } from './domain-rows.ts';
import { KEYS } from './keys.ts';
import { readingScript, script } from './scripts.ts';

/**
 * KEYS: due. All keys of domains share one hash tag, those that scripts find by names and ids too.
 * `due`: ids by the instant of the next look. `owner`: an owner's names and the ids of their records.
 * `served`: the id of the verified record of a name, there exactly while that record has `verifiedAtMs`.
 */
export const DOMAINS = `
  local due = KEYS[1]
  local function recordKey(id) return '${KEYS.domain('')}' .. id end
  local function logoKey(id) return '${KEYS.logo('')}' .. id end
  local function ownerKey(ownerTag) return '${KEYS.domainsOf('')}' .. ownerTag end
  local function servedKey(name) return '${KEYS.domainServed('')}' .. name end
  local function find(id)
    local row = id and redis.call('HMGET', recordKey(id), ${DOMAIN_FIELDS.map((field) => `'${field}'`).join(', ')})
    return row and row[1] and row
  end
  local function idOf(ownerTag, name) return redis.call('HGET', ownerKey(ownerTag), name) end
  local function remove(id, ownerTag, name)
    if redis.call('GET', servedKey(name)) == id then redis.call('DEL', servedKey(name)) end
    redis.call('DEL', recordKey(id), logoKey(id))
    redis.call('ZREM', due, id)
    redis.call('HDEL', ownerKey(ownerTag), name)
  end
  local function isOutdated(id, asOfMs)
    return asOfMs ~= '' and tonumber(redis.call('HGET', recordKey(id), 'updatedAtMs')) ~= tonumber(asOfMs)
  end
`;

/** ARGV: owner, name, id, now, most, first look. */
const ADD = `${DOMAINS}
  local ownerTag, name, id, nowMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
  local ownId = idOf(ownerTag, name)
  if ownId then return {'exists', find(ownId)} end
  if redis.call('EXISTS', servedKey(name)) == 1 then return {'taken'} end
  if redis.call('HLEN', ownerKey(ownerTag)) >= tonumber(ARGV[5]) then return {'too-many'} end
  if redis.call('EXISTS', recordKey(id)) == 1 then return {'id-taken'} end
  redis.call('HSET', recordKey(id), 'id', id, 'name', name, 'ownerTag', ownerTag, 'createdAtMs', nowMs, 'updatedAtMs', nowMs)
  redis.call('HSET', ownerKey(ownerTag), name, id)
  redis.call('ZADD', due, ARGV[6], id)
  return {'added', find(id)}
`;

/** ARGV: owner, name. Reads only. */
const FIND = `${DOMAINS}
  return find(idOf(ARGV[1], ARGV[2]))
`;

/** ARGV: owner. Reads only. */
const LIST = `${DOMAINS}
  local rows = {}
  for _, id in ipairs(redis.call('HVALS', ownerKey(ARGV[1]))) do table.insert(rows, find(id)) end
  return rows
`;

/** ARGV: owner. Reads only. */
const COUNT = `${DOMAINS}
  return redis.call('HLEN', ownerKey(ARGV[1]))
`;

/** ARGV: name. Reads only. */
const FIND_SERVED = `${DOMAINS}
  return find(redis.call('GET', servedKey(ARGV[1])))
`;

/** ARGV: owner, name. */
const REMOVE = `${DOMAINS}
  local id = idOf(ARGV[1], ARGV[2])
  if not id then return 0 end
  remove(id, ARGV[1], ARGV[2])
  return 1
`;

/** ARGV: owner. */
const REMOVE_ALL = `${DOMAINS}
  local domains = redis.call('HGETALL', ownerKey(ARGV[1]))
  for at = 1, #domains, 2 do remove(domains[at + 1], ARGV[1], domains[at]) end
  return 1
`;

/**
 * ARGV: owner, name, not within ms, now. The wait is answered as text, or nothing where there is no record; one of
 * more than twice its time was set by a wrong clock.
 */
const TAKE_CHECK = `${DOMAINS}
  local id = idOf(ARGV[1], ARGV[2])
  if not id then return false end
  local waitMs = tonumber(redis.call('HGET', recordKey(id), 'updatedAtMs')) + tonumber(ARGV[3]) - tonumber(ARGV[4])
  if waitMs > 0 and waitMs <= 2 * tonumber(ARGV[3]) then return string.format('%.0f', waitMs) end
  redis.call('HSET', recordKey(id), 'updatedAtMs', ARGV[4])
  return '0'
`;

/** ARGV: id, seen, grace in ms, now, as of when or ''. A wrong clock has noted what is missing since later than now. */
const NOTE_PROOF = `${DOMAINS}
  local id, seen, nowMs = ARGV[1], ARGV[2], ARGV[4]
  local key = recordKey(id)
  local function isVerified() return redis.call('HEXISTS', key, 'verifiedAtMs') == 1 end
  local function isGraceOver(key)
    local sinceMs = redis.call('HGET', key, 'missingSinceMs')
    return sinceMs and tonumber(nowMs) - tonumber(sinceMs) >= tonumber(ARGV[3])
  end
  local name = redis.call('HGET', key, 'name')
  if not name then return {'gone'} end
  if isOutdated(id, ARGV[5]) then return {'outdated'} end
  if seen == 'present' then
    redis.call('HDEL', key, 'missingSinceMs')
    if not isVerified() then
      local otherId = redis.call('GET', servedKey(name))
      if otherId and not isGraceOver(recordKey(otherId)) then return {'taken'} end
      if otherId then redis.call('HDEL', recordKey(otherId), 'verifiedAtMs') end
      redis.call('HSET', key, 'verifiedAtMs', nowMs)
      redis.call('SET', servedKey(name), id)
    end
  elseif seen == 'missing' then
    local sinceMs = redis.call('HGET', key, 'missingSinceMs')
    if not sinceMs or tonumber(sinceMs) > tonumber(nowMs) then redis.call('HSET', key, 'missingSinceMs', nowMs) end
    if isVerified() and isGraceOver(key) then
      redis.call('HDEL', key, 'verifiedAtMs')
      redis.call('DEL', servedKey(name))
    end
  end
  return {'kept', find(id)}
`;

/** ARGV: id, observation, next look, as of when or ''. */
const OBSERVE = `${DOMAINS}
  if redis.call('EXISTS', recordKey(ARGV[1])) == 0 or isOutdated(ARGV[1], ARGV[4]) then return 0 end
  redis.call('HSET', recordKey(ARGV[1]), 'observation', ARGV[2])
  redis.call('ZADD', due, ARGV[3], ARGV[1])
  return 1
`;

/** ARGV: how many, now, the latest next look that a right clock sets. Reads only. */
const DUE = `${DOMAINS}
  local rows = {}
  for _, range in ipairs({{'-inf', ARGV[2]}, {'(' .. ARGV[3], '+inf'}}) do
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', due, range[1], range[2], 'LIMIT', 0, ARGV[1] - #rows)) do
      table.insert(rows, find(id))
    end
  end
  return rows
`;

/** ARGV: owner, name, brand, now. */
const SET_BRAND = `${DOMAINS}
  local id = idOf(ARGV[1], ARGV[2])
  if not id then return false end
  redis.call('HSET', recordKey(id), 'brand', ARGV[3], 'updatedAtMs', ARGV[4])
  return find(id)
`;

/** ARGV: owner, name, now, then hash, type and bytes, or nothing to take it away. */
const SET_LOGO = `${DOMAINS}
  local id = idOf(ARGV[1], ARGV[2])
  if not id then return false end
  redis.call('HSET', recordKey(id), 'updatedAtMs', ARGV[3])
  if ARGV[4] then
    redis.call('HSET', recordKey(id), 'logoHash', ARGV[4])
    redis.call('HSET', logoKey(id), 'hash', ARGV[4], 'type', ARGV[5], 'bytes', ARGV[6])
  else
    redis.call('HDEL', recordKey(id), 'logoHash')
    redis.call('DEL', logoKey(id))
  end
  return find(id)
`;

export const DOMAIN_SCRIPTS = {
  add: script(ADD),
  find: readingScript(FIND),
  list: readingScript(LIST),
  count: readingScript(COUNT),
  findServed: readingScript(FIND_SERVED),
  remove: script(REMOVE),
  removeAll: script(REMOVE_ALL),
  takeCheck: script(TAKE_CHECK),
  noteProof: script(NOTE_PROOF),
  observe: script(OBSERVE),
  due: readingScript(DUE),
  setBrand: script(SET_BRAND),
  setLogo: script(SET_LOGO),
} as const;
