import { hash } from 'node:crypto';

/** A script that the server runs as one atomic step, named by the SHA-1 that Redis knows it by. */
export interface Script {
  readonly source: string;
  readonly sha1: string;
}

/**
 * KEYS: state, content, sender's copy of one secret; they share a hash tag, so a cluster keeps them
 * together. Numbers are written with %.0f: Lua would print epoch milliseconds in exponents.
 */
const LIVE_ROW = `
  local row = redis.call('HMGET', KEYS[1], 'life', 'expiresAtMs', 'proofHash', 'failures', 'notBeforeMs', 'lockedUntilMs')
  local function isLive(nowMs) return row[1] == 'live' and nowMs < tonumber(row[2]) end
  local function text(number) return string.format('%.0f', number) end
`;

/** ARGV: proof hash, now, tries, first delay, longest delay, longest lock, new life, burned by ('' for none). */
const END = `${LIVE_ROW}
  local nowMs = tonumber(ARGV[2])
  if not isLive(nowMs) then return {'gone'} end
  local failures, notBeforeMs, lockedUntilMs = tonumber(row[4] or 0), tonumber(row[5] or 0), tonumber(row[6] or 0)
  if math.max(notBeforeMs, lockedUntilMs) > nowMs then
    return {'too-early', text(failures), text(notBeforeMs), text(lockedUntilMs)}
  end
  if row[3] ~= ARGV[1] then
    failures = failures + 1
    if failures >= tonumber(ARGV[3]) then
      lockedUntilMs = nowMs + math.min(tonumber(ARGV[6]), math.floor((tonumber(row[2]) - nowMs) / 4))
    else
      notBeforeMs = nowMs + math.min(tonumber(ARGV[5]), tonumber(ARGV[4]) * 2 ^ (failures - 1))
    end
    redis.call('HSET', KEYS[1], 'failures', text(failures), 'notBeforeMs', text(notBeforeMs), 'lockedUntilMs', text(lockedUntilMs))
    return {'wrong-proof', text(failures), text(notBeforeMs), text(lockedUntilMs)}
  end
  local content = redis.call('GET', KEYS[2])
  if not content then return {'gone'} end
  redis.call('HSET', KEYS[1], 'life', ARGV[7], 'endedAtMs', ARGV[2], 'burnedBy', ARGV[8])
  redis.call('DEL', KEYS[2], KEYS[3])
  return {'ended', content}
`;

/** ARGV: record's life in ms, content, its life in ms, sender's copy ('' for none), its life in ms, then the fields of the state. */
const PUT = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV, 6))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
  if ARGV[4] ~= '' then redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[5]) end
  return 1
`;

/** ARGV: now. */
const MARK_OPENED = `${LIVE_ROW}
  if isLive(tonumber(ARGV[1])) then redis.call('HSETNX', KEYS[1], 'openedAtMs', ARGV[1]) end
  return 1
`;

/** ARGV: now. */
const LIFT_LOCK = `${LIVE_ROW}
  if isLive(tonumber(ARGV[1])) then
    redis.call('HDEL', KEYS[1], 'failures', 'notBeforeMs', 'lockedUntilMs')
  end
  return 1
`;

/** ARGV: now. Reads only. */
const SENDER_COPY = `${LIVE_ROW}
  return isLive(tonumber(ARGV[1])) and redis.call('GET', KEYS[3])
`;

/** KEYS: the check value's key. ARGV: the value to keep if there is none. */
const KEEP = `
  redis.call('SETNX', KEYS[1], ARGV[1])
  return redis.call('GET', KEYS[1])
`;

/** KEYS: the lead. ARGV: holder, until, now. */
const TAKE_LEAD = `
  local lead = redis.call('HMGET', KEYS[1], 'holder', 'untilMs')
  if lead[1] and lead[1] ~= ARGV[1] and tonumber(lead[2]) > tonumber(ARGV[3]) then return 0 end
  redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'untilMs', ARGV[2])
  return 1
`;

export const SCRIPTS = {
  put: script(PUT),
  end: script(END),
  markOpened: script(MARK_OPENED),
  liftLock: script(LIFT_LOCK),
  senderCopy: script(SENDER_COPY),
  keep: script(KEEP),
  takeLead: script(TAKE_LEAD),
} as const;

/** Named by its own text. */
export function script(source: string): Script {
  return { source, sha1: hash('sha1', source) };
}
