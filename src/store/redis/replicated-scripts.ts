import { AGAIN, LIVE_ROW, PROVE, script, WRITE } from './scripts.ts';

/*
 * What is written where an answer waits for replicas. Each of these may be run again, also by a new master that has
 * the first run already or has it not, and writes something each time: WAIT speaks of writes of its own connection.
 */

/** KEYS, ARGV as of `put`. The facts are sealed with a nonce: the same facts are the same secret. */
const PUT = `
  local facts
  for at = 6, #ARGV, 2 do if ARGV[at] == 'facts' then facts = ARGV[at + 1] end end
  local kept = redis.call('HGET', KEYS[1], 'facts')
  if kept and kept ~= facts then return 0 end
  if kept and redis.call('HGET', KEYS[1], 'life') ~= 'live' then return 1 end
  ${WRITE}
`;

/** KEYS: the metadata's key. ARGV: value, life in ms. */
const PUT_METADATA = `
  local kept = redis.call('GET', KEYS[1])
  if kept and kept ~= ARGV[1] then return false end
  return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
`;

/**
 * `end` for the holder of a token, who may ask again and gets the same. The content stays until `settle` or `release`,
 * for so many ms at most; nobody else gets it. KEYS as of `end`; ARGV: those of `end`, then token and ms (0 keeps
 * none). A claimant who gets it again takes the hold off: from then on it may have been handed out, and is never
 * released. The sender's copy stays as long, since the secret may wait again; nobody sees it meanwhile. A burn of a
 * held secret is told that it is gone, and is noted: the secret is burned if it is not handed out after all.
 */
const HOLD = `${LIVE_ROW}${AGAIN}
  local token, holdMs = ARGV[11], ARGV[12]
  -- Redis lets a script go on without memory once it has written something.
  local function touchFirst()
    if holdMs == '0' then redis.call('DEL', KEYS[3]) else redis.call('HDEL', KEYS[1], 'heldBy') end
  end
  if row[1] == ARGV[7] and redis.call('HGET', KEYS[1], 'heldBy') == token then
    touchFirst()
    redis.call('HSET', KEYS[1], 'heldBy', token)
    local content = redis.call('GET', KEYS[2])
    if holdMs == '0' or content then return {'ended', content or '', redis.call('HGET', KEYS[1], 'made')} end
    return {'gone'}
  end
  local kept, keptMs = again()
  if kept then
    redis.call('HDEL', KEYS[1], 'heldBy')
    redis.call('DEL', KEYS[3])
    redis.call('PEXPIRE', KEYS[2], text(keptMs))
    return {'again', kept}
  end
  local isHeld = row[1] == 'received' and redis.call('HEXISTS', KEYS[1], 'heldBy') == 1
  if isHeld and ARGV[7] == 'burned' and row[3] == ARGV[1] then
    redis.call('HDEL', KEYS[1], 'burnsBy')
    redis.call('HSET', KEYS[1], 'burnsAtMs', ARGV[2], 'burnsBy', ARGV[8])
  end
  ${PROVE}
  touchFirst()
  redis.call('HSET', KEYS[1], 'life', ARGV[7], 'endedAtMs', ARGV[2], 'burnedBy', ARGV[8], 'heldBy', token)
  if ARGV[9] ~= '' then redis.call('HSET', KEYS[1], 'claimantHash', ARGV[9]) end
  if holdMs == '0' then redis.call('DEL', KEYS[2]) else redis.call('PEXPIRE', KEYS[2], holdMs) end
  return {'ended', content, redis.call('HGET', KEYS[1], 'made')}
`;

/** It was handed out. ARGV: token, how long it is kept for its claimant in ms. */
const SETTLE = `
  if redis.call('HGET', KEYS[1], 'heldBy') ~= ARGV[1] then return 0 end
  redis.call('HDEL', KEYS[1], 'heldBy', 'burnsAtMs', 'burnsBy')
  redis.call('DEL', KEYS[3])
  if redis.call('HEXISTS', KEYS[1], 'claimantHash') == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[2])
  else redis.call('DEL', KEYS[2]) end
  return 1
`;

/**
 * It was not handed out and never will be under this token: the secret waits again, or is burned if its sender, its
 * recipient or an operator has asked for that meanwhile. ARGV: token, now.
 */
const RELEASE = `
  local row = redis.call('HMGET', KEYS[1], 'heldBy', 'expiresAtMs', 'life', 'burnsAtMs', 'burnsBy')
  if row[3] == 'live' and not row[1] then return 1 end
  if row[1] ~= ARGV[1] or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
  if row[4] then
    redis.call('DEL', KEYS[2], KEYS[3])
    redis.call('HDEL', KEYS[1], 'heldBy', 'burnsAtMs', 'burnsBy')
    redis.call('HSET', KEYS[1], 'life', 'burned', 'endedAtMs', row[4], 'burnedBy', row[5] or 'operator')
    return 0
  end
  redis.call('HDEL', KEYS[1], 'endedAtMs', 'burnedBy', 'heldBy', 'claimantHash')
  redis.call('HSET', KEYS[1], 'life', 'live')
  redis.call('PEXPIRE', KEYS[2], string.format('%.0f', math.max(1, tonumber(row[2]) - tonumber(ARGV[2]))))
  return 1
`;

export const REPLICATED_SCRIPTS = {
  put: script(PUT, { isRepeatable: true }),
  putMetadata: script(PUT_METADATA, { isRepeatable: true }),
  hold: script(HOLD, { isRepeatable: true }),
  settle: script(SETTLE, { isRepeatable: true }),
  release: script(RELEASE, { isRepeatable: true }),
} as const;
