import { StoreUnavailable } from '#src/store-unavailable.ts';
import type { StoreGate } from '../gate.ts';
import type { LoadOutcome, RecordKind, StoreTransfer } from '../transfer.ts';
import type { RedisConnection } from './connection.ts';
import { dumpRedis } from './dump.ts';
import { ALL_OF_SITE, KEYS } from './keys.ts';
import { createLoad, partsOf } from './load.ts';
import { allKeys } from './scan-all.ts';
import { ALL_SECRETS, allIds, type SecretPart } from './scan-secrets.ts';
import type { Tally } from './tally.ts';

export interface TransferDeps {
  /** Goes past what closes the store. */
  readonly redis: RedisConnection;
  readonly gated: RedisConnection;
  readonly gate: Pick<StoreGate, 'mark'>;
  readonly tally: Pick<Tally, 'flush'>;
}

export function createRedisTransfer({ redis, gated, gate, tally }: TransferDeps): StoreTransfer {
  const [loadPast, loadGated] = [createLoad(redis), createLoad(gated)];
  const requireFilling = async () => {
    if ((await gate.mark())?.kind !== 'filling') throw new StoreUnavailable('Redis is not marked as filling');
  };
  return {
    dump: async function* (kinds, nowMs) {
      await tally.flush();
      yield* dumpRedis(redis, kinds, nowMs);
    },
    count: (kinds) => count(redis, kinds),
    load: async (records, rule, nowMs) => {
      if (rule.how === 'copy') await requireFilling();
      // What is loaded may end what was counted as living.
      await tally.flush();
      const loadOne = rule.how === 'copy' ? loadPast : loadGated;
      const outcomes: LoadOutcome[] = [];
      for (const part of partsOf(records)) {
        outcomes.push(...(await Promise.all(part.map((record) => loadOne(record, rule, nowMs)))));
      }
      return outcomes;
    },
    erase: async () => {
      await requireFilling();
      for (const pattern of [ALL_OF_SITE, ALL_SECRETS]) {
        for await (const keys of allKeys(redis, pattern)) {
          const ours = keys.filter(isOurs);
          await Promise.all(ours.map((key) => redis.command('DEL', key)));
        }
      }
    },
  };
}

/** Whoever shares this Redis may have keys with hash tags, too. Mark and schema are the store's own. */
function isOurs(key: string): boolean {
  if (key === KEYS.mark || key === KEYS.schema) return false;
  return key.startsWith('hushlink:') || /^\{[\w-]{43}\}:(state|content|sender|metadata)$/.test(key);
}

const LISTED: readonly (readonly [kind: RecordKind, key: string])[] = [
  ['customer', KEYS.customersByCreation],
  ['billing', KEYS.billingDue],
  ['domain', KEYS.domainsDue],
];

const SECRET: readonly (readonly [kind: RecordKind, part: SecretPart])[] = [
  ['secret', 'state'],
  ['metadata', 'metadata'],
];

const NAMED: readonly (readonly [kind: RecordKind, pattern: string])[] = [
  ['reset', KEYS.reset('*')],
  ['session', KEYS.session('*')],
  ['attempt', KEYS.attempt('*')],
  ['feedback', KEYS.feedback('*')],
  ['place', KEYS.place('*')],
  ['mail', KEYS.mail('*')],
];

async function count(redis: RedisConnection, kinds: readonly RecordKind[]): Promise<number> {
  let sum = kinds.filter((kind) => ['site', 'tally'].includes(kind)).length;
  for (const [kind, key] of LISTED) if (kinds.includes(kind)) sum += Number(await redis.command('ZCARD', key));
  for (const [kind, part] of SECRET) if (kinds.includes(kind)) sum += await lengthOf(allIds(redis, part));
  for (const [kind, pattern] of NAMED) if (kinds.includes(kind)) sum += await lengthOf(allKeys(redis, pattern));
  return sum;
}

async function lengthOf(batches: AsyncIterable<readonly string[]>): Promise<number> {
  let length = 0;
  for await (const batch of batches) length += batch.length;
  return length;
}
