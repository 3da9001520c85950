import { FEEDBACK_LIFE_MS } from '#src/features/feedback/feedback-store.ts';
import type { KeyStore, RowNeed, SealedKind, SealedPage, SealedValue } from '#src/features/keys/key-store.ts';
import type { RedisConnection } from './connection.ts';
import { readInstant } from './instants.ts';
import { KEY_SCRIPTS } from './key-scripts.ts';
import { KEYS } from './keys.ts';
import { createTakeLead } from './lead.ts';
import { scanKeys } from './scan.ts';
import { allKeys } from './scan-all.ts';
import { allIds, scanIds } from './scan-secrets.ts';
import { readMade } from './secret-rows.ts';

const FEEDBACK_PAGE = 200;

/** How values of one kind are read and changed. */
interface SealedRows {
  page(from: string | null): Promise<SealedPage>;
  replace(value: SealedValue, to: Uint8Array): Promise<boolean>;
}

export function createRedisKeyStore(redis: RedisConnection): KeyStore {
  const sealed: Readonly<Record<SealedKind, SealedRows>> = {
    'owner-copy': ownerCopies(redis),
    feedback: feedback(redis),
    'home-owner': homeOwners(redis),
  };
  return {
    record: async () => (await redis.command('GET', KEYS.keyRecord))?.toString() ?? null,
    replaceRecord: async (from, to) =>
      (await redis.runReplicated(KEY_SCRIPTS.replaceRecord, [KEYS.keyRecord], [from ?? '', to])) === 1,
    needs: async (nowMs) => {
      const counts = new Map<string, RowNeed>();
      await countSecrets(redis, counts, nowMs);
      await countMails(redis, counts, nowMs);
      return [...counts.values()];
    },
    sealedPage: (kind, from) => sealed[kind].page(from),
    reseal: (kind, value, to) => sealed[kind].replace(value, to),
    takeLead: createTakeLead(redis, KEYS.keyLead),
  };
}

async function countSecrets(redis: RedisConnection, counts: Map<string, RowNeed>, nowMs: number): Promise<void> {
  for await (const ids of allIds(redis, 'state')) {
    for (const [text] of await fieldsOf(redis, ids.map(stateKey), ['made'])) {
      if (!text) continue;
      const { siteKeyId, recordExpiresAtMs: untilMs } = readMade(text);
      if (untilMs > nowMs) count(counts, { kind: 'secrets', siteKeyId, rows: 1, untilMs });
    }
  }
}

async function countMails(redis: RedisConnection, counts: Map<string, RowNeed>, nowMs: number): Promise<void> {
  for await (const keys of allKeys(redis, KEYS.mail('*'))) {
    for (const [siteKeyId, expiresAtMs] of await fieldsOf(redis, keys, ['siteKeyId', 'expiresAtMs'])) {
      const untilMs = Number(expiresAtMs);
      if (!siteKeyId || untilMs <= nowMs) continue;
      count(counts, { kind: 'mails', siteKeyId: String(siteKeyId), rows: 1, untilMs });
    }
  }
}

function count(counts: Map<string, RowNeed>, one: RowNeed): void {
  const name = `${one.kind} ${one.siteKeyId}`;
  const before = counts.get(name) ?? { ...one, rows: 0 };
  counts.set(name, { ...one, rows: before.rows + 1, untilMs: Math.max(before.untilMs, one.untilMs) });
}

async function fieldsOf(redis: RedisConnection, keys: readonly string[], fields: readonly string[]) {
  const replies = await Promise.all(keys.map((key) => redis.command('HMGET', key, ...fields)));
  return replies as (Buffer | null)[][];
}

function ownerCopies(redis: RedisConnection): SealedRows {
  return {
    page: async (from) => {
      const { ids, next } = await scanIds(redis, 'state', from);
      const rows = await fieldsOf(redis, ids.map(stateKey), ['made', 'ownerCopy']);
      const values = rows.flatMap(([made, sealed], at) => {
        const id = ids[at];
        if (!made || !sealed || id === undefined) return [];
        return [{ row: id, id, sealed, untilMs: readMade(made).recordExpiresAtMs }];
      });
      return { values, next };
    },
    replace: async ({ row, sealed }, to) =>
      (await redis.run(KEY_SCRIPTS.replaceField, [stateKey(row)], ['ownerCopy', sealed, to])) === 1,
  };
}

function stateKey(id: string): string {
  return KEYS.secret(id)[0];
}

/** From the newest on: what is added meanwhile moves the others behind, and shows some of them twice. */
function feedback(redis: RedisConnection): SealedRows {
  return {
    page: async (from) => {
      const begin = Number(from ?? 0);
      const end = String(begin + FEEDBACK_PAGE - 1);
      const ids = ((await redis.command('ZREVRANGE', KEYS.feedbackIndex, String(begin), end)) as Buffer[]).map(String);
      const kept = (await Promise.all(ids.map((id) => redis.command('GET', KEYS.feedback(id))))) as (Buffer | null)[];
      const values = ids.flatMap((id, at) => {
        const value = kept[at];
        if (!value) return [];
        const { instantMs: createdAtMs, bytes: sealed } = readInstant(value);
        return [{ row: id, id, sealed, untilMs: createdAtMs + FEEDBACK_LIFE_MS }];
      });
      return { values, next: ids.length < FEEDBACK_PAGE ? null : String(begin + FEEDBACK_PAGE) };
    },
    replace: async ({ row, sealed }, to) =>
      (await redis.run(KEY_SCRIPTS.replaceBehindInstant, [KEYS.feedback(row)], [sealed, to])) === 1,
  };
}

/** Part of a domain's brand, as base64url; sealed for the name of the domain. */
function homeOwners(redis: RedisConnection): SealedRows {
  return {
    page: async (from) => {
      const { keys, next } = await scanKeys(redis, KEYS.domain('*'), from);
      const rows = await fieldsOf(redis, keys, ['name', 'brand']);
      const values = rows.flatMap(([name, brand], at) => {
        const homeOwner = brand ? JSON.parse(String(brand)).homeOwner : undefined;
        if (!name || homeOwner === undefined) return [];
        const sealed = Buffer.from(String(homeOwner), 'base64url');
        return [{ row: keys[at] ?? '', id: String(name), sealed, untilMs: null }];
      });
      return { values, next };
    },
    replace: async ({ row, sealed }, to) => {
      const found = (await redis.command('HGET', row, 'brand')) as Buffer | null;
      const brand = found === null ? {} : JSON.parse(found.toString());
      if (found === null || brand.homeOwner !== Buffer.from(sealed).toString('base64url')) return false;
      const changed = JSON.stringify({ ...brand, homeOwner: Buffer.from(to).toString('base64url') });
      return (await redis.run(KEY_SCRIPTS.replaceField, [row], ['brand', found, changed])) === 1;
    },
  };
}
