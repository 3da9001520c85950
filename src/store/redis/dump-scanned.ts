import type { MetadataId, SecretId } from '#src/crypto/ids.ts';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { DayTally } from '#src/features/colonel/colonel-store.ts';
import type { BurnedBy, StoredLife } from '#src/features/secrets/secret.ts';
import type { SenderCopy } from '#src/features/secrets/secret-store.ts';
import type { EndRecord, SecretRecord, TransferRecord } from '../transfer.ts';
import { ACCOUNT_SCRIPTS } from './account-scripts.ts';
import type { RedisConnection } from './connection.ts';
import { findSettled, HELD } from './dump-settled.ts';
import { readInstant } from './instants.ts';
import { ALL_OF_SITE, KEYS } from './keys.ts';
import { allKeys } from './scan-all.ts';
import { allIds } from './scan-secrets.ts';
import { readingScript } from './scripts.ts';
import { LOOK_FIELDS, readMade } from './secret-rows.ts';

/** Clocks of servers and of whoever dumps may differ by so much. */
const CLOCK_SLACK_MS = 5 * 60_000;

const WHOLE_FIELDS = [...LOOK_FIELDS, 'proofHash', 'ownerCopy', 'domainTag'] as const;

/** KEYS: state, content, sender's copy. In one step, so that no claim comes between. */
const WHOLE = readingScript(`
  return {redis.call('HMGET', KEYS[1], ${WHOLE_FIELDS.map((field) => `'${field}'`).join(', ')}),
    redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3])}
`);

export async function* dumpSecrets(redis: RedisConnection, nowMs: number): AsyncGenerator<TransferRecord> {
  yield* findSettled(allIds(redis, 'state'), (id, isPatient) => findSecret(redis, id, isPatient, nowMs));
}

export async function* dumpMetadata(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  for await (const ids of allIds(redis, 'metadata')) {
    const found = await Promise.all(ids.map((id) => findMetadata(redis, id)));
    yield* found.filter((record) => record !== null);
  }
}

/** What has ended since the dump began: it may have been dumped alive. */
export async function* dumpEnds(redis: RedisConnection, nowMs: number): AsyncGenerator<TransferRecord> {
  const sinceMs = nowMs - CLOCK_SLACK_MS;
  yield* findSettled(allIds(redis, 'state'), (id, isPatient) => findEnd(redis, id, isPatient, sinceMs));
}

async function findSecret(
  redis: RedisConnection,
  id: string,
  isPatient: boolean,
  nowMs: number,
): Promise<SecretRecord | typeof HELD | null> {
  const reply = (await redis.run(WHOLE, KEYS.secret(id), [])) as SecretReply;
  return isPatient && isHeld(reply) ? HELD : toSecretRecord(id as SecretId, reply, nowMs);
}

async function findMetadata(redis: RedisConnection, id: string): Promise<TransferRecord | null> {
  const value = (await redis.command('GET', KEYS.metadata(id))) as Buffer | null;
  if (value === null) return null;
  const { instantMs: recordExpiresAtMs, bytes: sealed } = readInstant(value);
  return { kind: 'metadata', id: id as MetadataId, recordExpiresAtMs, sealed };
}

type SecretReply = readonly [state: readonly (Buffer | null)[], content: Buffer | null, copy: Buffer | null];

/** A claim waits for replicas; while it does the content stays. */
function isHeld([state, content]: SecretReply): boolean {
  const [life, heldBy] = (['life', 'heldBy'] as const).map((field) => state[WHOLE_FIELDS.indexOf(field)]);
  return life?.toString() === 'received' && heldBy !== null && content !== null;
}

function toSecretRecord(id: SecretId, [state, content, copy]: SecretReply, nowMs: number): SecretRecord | null {
  const raw = (field: (typeof WHOLE_FIELDS)[number]) => state[WHOLE_FIELDS.indexOf(field)] ?? null;
  const text = (field: (typeof WHOLE_FIELDS)[number]) => raw(field)?.toString() || null;
  const instant = (field: (typeof WHOLE_FIELDS)[number]) => (raw(field) === null ? null : Number(raw(field)));
  const [made, facts, proofHash] = [raw('made'), raw('facts'), raw('proofHash')];
  if (made === null || facts === null || proofHash === null) return null;
  const life = text('life') as StoredLife;
  const expiresAtMs = Number(raw('expiresAtMs'));
  // A live one without content has expired by the clock of Redis.
  const isExpired = life === 'live' && content === null;
  return {
    ...{ kind: 'secret', id, ...readMade(made), life, facts, proofHash },
    // One that is just being handed out still has its content.
    content: life === 'live' ? content : null,
    expiresAtMs: isExpired ? Math.min(expiresAtMs, nowMs) : expiresAtMs,
    ...{ openedAtMs: instant('openedAtMs'), viewedAtMs: instant('viewedAtMs'), endedAtMs: instant('endedAtMs') },
    burnedBy: text('burnedBy') as BurnedBy | null,
    ...{ failures: Number(raw('failures') ?? 0), notBeforeMs: Number(raw('notBeforeMs') ?? 0) },
    ...{ lockedUntilMs: Number(raw('lockedUntilMs') ?? 0), ownerTag: text('ownerTag'), ownerCopy: raw('ownerCopy') },
    domainTag: text('domainTag'),
    senderCopy: life === 'live' && copy ? toSenderCopy(copy) : null,
  };
}

function toSenderCopy(value: Buffer): SenderCopy {
  const { instantMs: untilMs, bytes: sealed } = readInstant(value);
  return { sealed, untilMs };
}

async function findEnd(
  redis: RedisConnection,
  id: string,
  isPatient: boolean,
  sinceMs: number,
): Promise<EndRecord | typeof HELD | null> {
  const [state, content] = KEYS.secret(id);
  const reply = (await redis.command('HMGET', state, 'life', 'endedAtMs', 'burnedBy', 'heldBy')) as (Buffer | null)[];
  const [life, endedAtMs, burnedBy, heldBy] = reply.map((value) => value?.toString() || null);
  if (!life || life === 'live' || Number(endedAtMs) < sinceMs) return null;
  const mayBeHeld = isPatient && life === 'received' && heldBy !== null;
  if (mayBeHeld && (await redis.command('EXISTS', content)) === 1) return HELD;
  const kept = { life: life as EndRecord['life'], endedAtMs: Number(endedAtMs), burnedBy: burnedBy as BurnedBy | null };
  return { kind: 'end', id: id as SecretId, ...kept };
}

export async function* dumpPassing(redis: RedisConnection, nowMs: number): AsyncGenerator<TransferRecord> {
  for await (const keys of allKeys(redis, ALL_OF_SITE)) {
    const found = await Promise.all(keys.map((key) => findPassing(redis, key, nowMs)));
    yield* found.filter((record) => record !== null);
  }
}

type Find = (redis: RedisConnection, key: string, name: string, nowMs: number) => Promise<TransferRecord | null>;

const PASSING: readonly (readonly [prefix: string, find: Find])[] = [
  [KEYS.session(''), findSession],
  [KEYS.attempt(''), findAttempt],
  [KEYS.place(''), findPlace],
  [KEYS.feedback(''), findFeedback],
  [KEYS.reset(''), findReset],
];

async function findPassing(redis: RedisConnection, key: string, nowMs: number): Promise<TransferRecord | null> {
  const [prefix, find] = PASSING.find(([start]) => key.startsWith(start)) ?? [];
  return prefix === undefined || find === undefined ? null : find(redis, key, key.slice(prefix.length), nowMs);
}

async function findSession(redis: RedisConnection, key: string, id: string): Promise<TransferRecord | null> {
  const kept = await redis.command('GET', key);
  return kept === null ? null : { kind: 'session', id, session: JSON.parse(String(kept)) };
}

async function findAttempt(redis: RedisConnection, key: string, name: string): Promise<TransferRecord | null> {
  const [count, notBeforeMs, expiresAtMs] = await numbersOf(redis, key, ['count', 'notBeforeMs', 'expiresAtMs']);
  if (count === undefined || notBeforeMs === undefined || expiresAtMs === undefined) return null;
  return { kind: 'attempt', name, count, notBeforeMs, expiresAtMs };
}

async function findPlace(redis: RedisConnection, key: string, name: string): Promise<TransferRecord | null> {
  const [taken, untilMs] = await numbersOf(redis, key, ['taken', 'untilMs']);
  return taken === undefined || untilMs === undefined ? null : { kind: 'place', name, taken, untilMs };
}

async function findFeedback(redis: RedisConnection, key: string, id: string): Promise<TransferRecord | null> {
  const value = (await redis.command('GET', key)) as Buffer | null;
  if (value === null) return null;
  const { instantMs: createdAtMs, bytes: sealed } = readInstant(value);
  return { kind: 'feedback', id, createdAtMs, sealed };
}

/** Only one that is still good: how a customer's keys end is a matter of each store. */
async function findReset(
  redis: RedisConnection,
  key: string,
  id: string,
  nowMs: number,
): Promise<TransferRecord | null> {
  const reply = (await redis.command('HMGET', key, 'custid', 'isMailed', 'expiresAtMs')) as (Buffer | null)[];
  const [custid, isMailed, expiresAtMs] = reply.map((value) => value?.toString() ?? '');
  if (!custid) return null;
  const isGood = await redis.run(ACCOUNT_SCRIPTS.peekReset, [key, KEYS.customer(custid)], [String(nowMs)]);
  if (isGood !== 1) return null;
  return { kind: 'reset', id, custid: custid as CustId, isMailed: isMailed === '1', expiresAtMs: Number(expiresAtMs) };
}

export async function* dumpTally(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  const [created = 0, shared = 0] = await numbersOf(redis, KEYS.totals, ['created', 'shared']);
  const [mailsSent = 0, mailsFailed = 0] = await numbersOf(redis, KEYS.mailTotals, ['sent', 'failed']);
  const days: DayTally[] = [];
  for await (const keys of allKeys(redis, KEYS.day('*'))) {
    for (const key of keys) {
      const [dayCreated = 0, dayShared = 0] = await numbersOf(redis, key, ['created', 'shared']);
      days.push({ day: key.slice(KEYS.day('').length), created: dayCreated, shared: dayShared });
    }
  }
  yield { kind: 'tally', created, shared, mailsSent, mailsFailed, days };
}

async function numbersOf(
  redis: RedisConnection,
  key: string,
  fields: readonly string[],
): Promise<(number | undefined)[]> {
  const reply = (await redis.command('HMGET', key, ...fields)) as (Buffer | null)[];
  return reply.map((value) => (value === null ? undefined : Number(value)));
}
