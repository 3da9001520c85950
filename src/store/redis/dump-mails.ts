import type { MailRecord, TransferRecord } from '../transfer.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { allKeys } from './scan-all.ts';

/** The account of each mail, and the ticket that asks for it: only sets of ids tell these. */
interface Names {
  readonly tickets: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

const FIELDS = [
  'siteKeyId',
  'state',
  'createdAtMs',
  'updatedAtMs',
  'expiresAtMs',
  'tries',
  'lease',
  'isSending',
  'label',
  'sealed',
] as const;

/** The ids of all mails are held in memory: a mail is gone within days. */
export async function* dumpMails(redis: RedisConnection): AsyncGenerator<TransferRecord> {
  const tickets = await ownersOf(redis, KEYS.mailTicket(''));
  const names = { tickets, accounts: await ownersOf(redis, KEYS.mailAccount('')) };
  for await (const keys of allKeys(redis, KEYS.mail('*'))) {
    const found = await Promise.all(keys.map((key) => findMail(redis, key.slice(KEYS.mail('').length), names)));
    yield* found.filter((record) => record !== null);
  }
}

async function ownersOf(redis: RedisConnection, prefix: string): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for await (const keys of allKeys(redis, `${prefix}*`)) {
    for (const key of keys) {
      const ids = (await redis.command('SMEMBERS', key)) as Iterable<Buffer>;
      for (const id of ids) owners.set(String(id), key.slice(prefix.length));
    }
  }
  return owners;
}

async function findMail(redis: RedisConnection, id: string, { tickets, accounts }: Names): Promise<MailRecord | null> {
  const [row, dueAtMs] = await Promise.all([
    redis.command('HMGET', KEYS.mail(id), ...FIELDS) as Promise<(Buffer | null)[]>,
    redis.command('ZSCORE', KEYS.mailsDue, id),
  ]);
  const [siteKeyId, state, createdAtMs, updatedAtMs, expiresAtMs, tries, lease, isSending, label, sealed] = row;
  if (!siteKeyId || !expiresAtMs) return null;
  return {
    ...{ kind: 'mail', id, siteKeyId: String(siteKeyId), state: String(state) as MailRecord['state'] },
    ...{ ticketHash: tickets.get(id) ?? null, accountHash: accounts.get(id) ?? '' },
    ...{ createdAtMs: Number(createdAtMs), updatedAtMs: Number(updatedAtMs), expiresAtMs: Number(expiresAtMs) },
    ...{ dueAtMs: Number(dueAtMs ?? 0), tries: Number(tries), lease: lease?.toString() || null },
    ...{ isSending: String(isSending) === '1', label: label ?? null, sealed: sealed ?? null },
  };
}
