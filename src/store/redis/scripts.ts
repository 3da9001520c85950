import { hash } from 'node:crypto';
import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { LOOK_FIELDS } from './secret-rows.ts';

/** A script that the server runs as one atomic step, named by the SHA-1 that Redis knows it by. */
export interface Script {
  readonly source: string;
  readonly sha1: string;
  /** Running it twice leaves and answers the same as running it once, so it may run again when an answer was lost. */
  readonly isRepeatable: boolean;
  /** It changes nothing that a verb would answer: it runs in a store that takes no writes, too. */
  readonly isReading: boolean;
}

/**
 * KEYS: state, content, sender's copy of one secret; they share a hash tag, so a cluster keeps them
 * together. Numbers are written with %.0f: Lua would print epoch milliseconds in exponents.
 */
export const LIVE_ROW = `
  local row = redis.call('HMGET', KEYS[1], 'life', 'expiresAtMs', 'proofHash', 'failures', 'notBeforeMs', 'lockedUntilMs')
  local function isLive(nowMs) return row[1] == 'live' and nowMs < tonumber(row[2]) end
  local function text(number) return string.format('%.0f', number) end
`;

/**
 * Looks at the proof and counts a wrong one; a wait that a wrong clock has set does not count, as in `believed`.
 * With its memory full, Redis refuses a write that needs more only if it is the first of a script. So this, and
 * whatever ends a secret, begins with a write that needs none: a claim makes room, and a wrong try is counted all the
 * same. ARGV: proof hash, now, tries, first delay, longest delay, longest lock.
 */
export const PROVE = `
  local nowMs = tonumber(ARGV[2])
  if not isLive(nowMs) then return {'gone'} end
  local failures, notBeforeMs, lockedUntilMs = tonumber(row[4] or 0), tonumber(row[5] or 0), tonumber(row[6] or 0)
  local longestMs = math.max(tonumber(ARGV[5]), tonumber(ARGV[6])) + ${CLOCK_SKEW_MS}
  local function holds(untilMs) return untilMs > nowMs and untilMs - nowMs <= longestMs end
  if holds(notBeforeMs) or holds(lockedUntilMs) then
    return {'too-early', text(failures), text(notBeforeMs), text(lockedUntilMs)}
  end
  if row[3] ~= ARGV[1] then
    failures = failures + 1
    if failures >= tonumber(ARGV[3]) then
      lockedUntilMs = nowMs + math.min(tonumber(ARGV[6]), math.floor((tonumber(row[2]) - nowMs) / 4))
    else
      notBeforeMs = nowMs + math.min(tonumber(ARGV[5]), tonumber(ARGV[4]) * 2 ^ (failures - 1))
    end
    redis.call('HDEL', KEYS[1], 'failures', 'notBeforeMs', 'lockedUntilMs')
    redis.call('HSET', KEYS[1], 'failures', text(failures), 'notBeforeMs', text(notBeforeMs), 'lockedUntilMs', text(lockedUntilMs))
    return {'wrong-proof', text(failures), text(notBeforeMs), text(lockedUntilMs)}
  end
  local content = redis.call('GET', KEYS[2])
  if not content then return {'gone'} end
`;

/**
 * What a received secret held and for how many more ms it is kept, for its claimant alone; nil for anybody else. ARGV:
 * as of `end`.
 */
export const AGAIN = `
  local function again()
    if ARGV[9] == '' or row[1] ~= 'received' or row[3] ~= ARGV[1] then return nil end
    local received = redis.call('HMGET', KEYS[1], 'claimantHash', 'endedAtMs', 'made')
    if received[1] ~= ARGV[9] then return nil end
    local endsAtMs = math.min(tonumber(received[2]) + tonumber(ARGV[10]), cjson.decode(received[3]).recordExpiresAtMs)
    if tonumber(ARGV[2]) >= endsAtMs then return nil end
    return redis.call('GET', KEYS[2]) or nil, endsAtMs - tonumber(ARGV[2])
  end
`;

/** It has been proven that it may end. ARGV: as of `end`. */
const FINISH = `
  redis.call('DEL', KEYS[3])
  redis.call('HSET', KEYS[1], 'life', ARGV[7], 'endedAtMs', ARGV[2], 'burnedBy', ARGV[8])
  if ARGV[9] == '' then redis.call('DEL', KEYS[2])
  else
    redis.call('HSET', KEYS[1], 'claimantHash', ARGV[9])
    redis.call('PEXPIRE', KEYS[2], ARGV[10])
  end
`;

/** The names stand in the script: as arguments they would be sent, and read, with every call. */
const ROW = `redis.call('HMGET', KEYS[1], ${LOOK_FIELDS.map((field) => `'${field}'`).join(', ')})`;

/**
 * ARGV: those of the proof, then new life, burned by ('' for none), hash of the claimant ('' for none), how long it is
 * kept for that one in ms.
 */
const END = `${LIVE_ROW}${AGAIN}
  local kept = again()
  if kept then return {'again', kept} end
  ${PROVE}
  ${FINISH}
  return {'ended', content, redis.call('HGET', KEYS[1], 'made')}
`;

/**
 * As `end`, without a look before, and with the row as it was: false where that has a passphrase or another key, or
 * cannot be claimed. ARGV: those of `end`, then the key id of the site secret.
 */
const END_AT_ONCE = `
  local content = redis.call('GET', KEYS[2])
  if not content then return false end
  local seen = ${ROW}
  local made = seen[1] and cjson.decode(seen[1])
  if not made or made.hasPassphrase or made.siteKeyId ~= ARGV[11] then return false end
  ${LIVE_ROW}${AGAIN}
  local kept = again()
  if kept then return {'again', kept, seen} end
  if not isLive(tonumber(ARGV[2])) or row[3] ~= ARGV[1] or row[4] then return false end
  ${FINISH}
  return {'ended', content, seen}
`;

/**
 * ARGV: record's life in ms, content, its life in ms, sender's copy ('' for none), its life in ms, then the fields of
 * the state.
 */
export const WRITE = `
  redis.call('HSET', KEYS[1], unpack(ARGV, 6))
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
  if ARGV[4] ~= '' then redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[5]) end
  return 1
`;

const PUT = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  ${WRITE}
`;

/** Sets a field once. Begins as `PROVE` does, so that a look at a waiting secret does not fail when memory is full. */
const NOTE_ONCE = `
  local function noteOnce(field, value)
    if redis.call('HEXISTS', KEYS[1], field) == 1 then return 0 end
    redis.call('HDEL', KEYS[1], field)
    return redis.call('HSET', KEYS[1], field, value)
  end
`;

/** ARGV: now. */
const MARK_OPENED = `${LIVE_ROW}${NOTE_ONCE}
  if isLive(tonumber(ARGV[1])) then noteOnce('openedAtMs', ARGV[1]) end
  return 1
`;

/** ARGV: now. Not to be repeated: 1 is the first's alone. */
const MARK_VIEWED = `${NOTE_ONCE}
  local made = redis.call('HGET', KEYS[1], 'made')
  if not made or tonumber(ARGV[1]) >= cjson.decode(made).recordExpiresAtMs then return 0 end
  return noteOnce('viewedAtMs', ARGV[1])
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

export const SCRIPTS = {
  put: script(PUT),
  end: script(END),
  endAtOnce: script(END_AT_ONCE),
  markOpened: script(MARK_OPENED, { isRepeatable: true }),
  markViewed: script(MARK_VIEWED),
  liftLock: script(LIFT_LOCK, { isRepeatable: true }),
  senderCopy: readingScript(SENDER_COPY),
} as const;

/**
 * A key that is never there, for scripts that find further keys by names they read. If all keys of a command are named,
 * Redis itself refuses it while their slot moves (TRYAGAIN). A script that meets a moved key in its midst would break
 * off there; with this name among its keys it is not even begun.
 */
export function neverThere(hashTag: string): string {
  return `hushlink:{${hashTag}}:never-there`;
}

/** Names a script by its text. */
export function script(source: string, { isRepeatable = false } = {}): Script {
  return { source, sha1: hash('sha1', source), isRepeatable, isReading: false };
}

export function readingScript(source: string): Script {
  return { ...script(source, { isRepeatable: true }), isReading: true };
}
