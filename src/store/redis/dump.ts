import type { CustId } from '#src/features/accounts/customer.ts';
import type { PayerId } from '#src/features/billing/billing.ts';
import type { BillingRecord, DomainRecord, RecordKind, TransferRecord } from '../transfer.ts';
import { CUSTOMER_FIELDS, toCustomer } from './account-rows.ts';
import { BILLING } from './billing-scripts.ts';
import { toOwner } from './billing-store.ts';
import type { RedisConnection } from './connection.ts';
import { DOMAIN_FIELDS, type DomainRow, toDomain, toLogo } from './domain-rows.ts';
import { dumpMails } from './dump-mails.ts';
import { dumpEnds, dumpMetadata, dumpPassing, dumpSecrets, dumpTally } from './dump-scanned.ts';
import { KEYS } from './keys.ts';
import { allMembers } from './scan-all.ts';
import { neverThere, readingScript } from './scripts.ts';

/** ARGV: owner. Payers and the numbers of their links, then what was seen, by which look, and when the next is due. */
const DUMP_BILLING = readingScript(`${BILLING}
  local owner = ARGV[1]
  local row = redis.call('HMGET', rowKey(owner), 'seen', 'keptLook')
  return {redis.call('ZRANGE', payersKey(owner), 0, -1, 'WITHSCORES'), row[1], row[2],
    redis.call('ZSCORE', due, owner)}
`);

type Dump = (redis: RedisConnection, nowMs: number) => AsyncIterable<TransferRecord>;

/** Kinds that are read together, in the order in which they can be loaded. */
const DUMPS: readonly (readonly [kinds: readonly RecordKind[], dump: Dump])[] = [
  [['site'], dumpSite],
  [['customer'], dumpCustomers],
  [['look'], dumpLook],
  [['billing'], dumpBilling],
  [['domain'], dumpDomains],
  [['secret'], dumpSecrets],
  [['metadata'], dumpMetadata],
  // After everything that may have ended since it was read.
  [['end'], dumpEnds],
  [['reset', 'session', 'attempt', 'place', 'feedback'], dumpPassing],
  [['mail'], dumpMails],
  [['tally'], dumpTally],
];

export async function* dumpRedis(
  redis: RedisConnection,
  kinds: readonly RecordKind[],
  nowMs: number,
): AsyncGenerator<TransferRecord> {
  for (const [together, dump] of DUMPS) {
    if (!together.some((kind) => kinds.includes(kind))) continue;
    for await (const record of dump(redis, nowMs)) if (kinds.includes(record.kind)) yield record;
  }
}

async function* dumpSite(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  const [keyRecord, banner] = await Promise.all([
    redis.command('GET', KEYS.keyRecord),
    redis.command('GET', KEYS.banner),
  ]);
  yield { kind: 'site', keyRecord: textOf(keyRecord), banner: textOf(banner) };
}

async function* dumpCustomers(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  for await (const names of allMembers(redis, KEYS.customersByCreation)) {
    const found = await Promise.all(
      names.map(async (name) => {
        const reply = await redis.command('HMGET', KEYS.customer(name), ...CUSTOMER_FIELDS);
        return toCustomer(name as CustId, reply as (Buffer | null)[]);
      }),
    );
    // One may have been deleted since its name was read.
    for (const customer of found) if (customer !== null) yield { kind: 'customer', customer };
  }
}

async function* dumpLook(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  const last = await redis.command('GET', KEYS.look);
  if (last !== null) yield { kind: 'look', last: Number(last) };
}

async function* dumpBilling(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  for await (const owners of allMembers(redis, KEYS.billingDue)) {
    const replies = await Promise.all(
      owners.map((owner) => redis.run(DUMP_BILLING, [KEYS.billingDue, neverThere('accounts')], [owner])),
    );
    for (const [index, owner] of owners.entries()) {
      const record = toBillingRecord(owner, replies[index] as BillingReply);
      if (record !== null) yield record;
    }
  }
}

type BillingReply = readonly [payers: Buffer[], seen: Buffer | null, keptLook: Buffer | null, dueAtMs: Buffer | null];

function toBillingRecord(name: string, [payers, seen, keptLook, dueAtMs]: BillingReply): BillingRecord | null {
  if (dueAtMs === null) return null;
  const pairs = payers.map(String);
  return {
    kind: 'billing',
    owner: toOwner(name),
    payers: pairs.flatMap((id, index) =>
      index % 2 === 0 ? [{ id: id as PayerId, linkedLook: Number(pairs[index + 1]) }] : [],
    ),
    seen: seen && JSON.parse(String(seen)),
    keptLook: Number(keptLook ?? 0),
    nextLookAtMs: Number(dueAtMs),
  };
}

async function* dumpDomains(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  for await (const ids of allMembers(redis, KEYS.domainsDue)) {
    const found = await Promise.all(ids.map((id) => findDomain(redis, id)));
    yield* found.filter((record) => record !== null);
  }
}

/** Three reads: a logo that was replaced between them is left to the one that its address names. */
async function findDomain(redis: RedisConnection, id: string): Promise<DomainRecord | null> {
  const [row, logoRow, dueAtMs] = (await Promise.all([
    redis.command('HMGET', KEYS.domain(id), ...DOMAIN_FIELDS),
    redis.command('HMGET', KEYS.logo(id), 'hash', 'type', 'bytes'),
    redis.command('ZSCORE', KEYS.domainsDue, id),
  ])) as [DomainRow, DomainRow, unknown];
  if (row[0] === null || dueAtMs === null) return null;
  return { kind: 'domain', domain: toDomain(row), nextLookAtMs: Number(dueAtMs), logo: toLogo(logoRow) };
}

function textOf(reply: unknown): string | null {
  return reply === null ? null : String(reply);
}
