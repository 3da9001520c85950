import type { Domain } from '#src/features/domains/domain.ts';
import { type DomainStore, FARTHEST_LOOK_MS, type ProofOutcome } from '#src/features/domains/domain-store.ts';
import { IdTaken } from '#src/features/secrets/secret-store.ts';
import type { RedisConnection } from './connection.ts';
import { byVerifiedThenNewest, type DomainRow, toDomain, toLogo } from './domain-rows.ts';
import { DOMAIN_SCRIPTS } from './domain-scripts.ts';
import { KEYS } from './keys.ts';
import { createTakeLead } from './lead.ts';
import type { Argument } from './node.ts';
import { neverThere } from './scripts.ts';

const SCRIPT_KEYS = [KEYS.domainsDue, neverThere('domains')];

/** Runs a script on the domains; numbers go as text. */
type Run = (script: keyof typeof DOMAIN_SCRIPTS, ...args: readonly (Argument | number)[]) => Promise<unknown>;

/** Customers' domains in Redis: a hash for each, changed only by scripts. Nothing of it has a time to live. */
export function createRedisDomainStore(redis: RedisConnection): DomainStore {
  const run: Run = (script, ...args) => redis.run(DOMAIN_SCRIPTS[script], SCRIPT_KEYS, args.map(toArgument));
  return {
    add: async ({ ownerTag, name, id, createdAtMs, firstLookAtMs }, most) => {
      const [kind, row] = (await run('add', ownerTag, name, id, createdAtMs, most, firstLookAtMs)) as [
        Buffer,
        DomainRow,
      ];
      const outcome = String(kind) as 'added' | 'exists' | 'taken' | 'too-many' | 'id-taken';
      if (outcome === 'id-taken') throw new IdTaken('a domain of that id exists');
      if (outcome === 'taken' || outcome === 'too-many') return { kind: outcome };
      return { kind: outcome, domain: toDomain(row) };
    },
    find: async (ownerTag, name) => toFound(await run('find', ownerTag, name)),
    list: async (ownerTag) => toDomains(await run('list', ownerTag)).sort(byVerifiedThenNewest),
    count: async (ownerTag) => Number(await run('count', ownerTag)),
    findServed: async (name) => toFound(await run('findServed', name)),
    remove: async (ownerTag, name) => (await run('remove', ownerTag, name)) === 1,
    removeAll: async (ownerTag) => void (await run('removeAll', ownerTag)),
    takeCheck: async (ownerTag, name, notWithinMs, nowMs) => {
      const waitMs = await run('takeCheck', ownerTag, name, notWithinMs, nowMs);
      return waitMs === null ? null : Number(waitMs);
    },
    ...createMonitored(redis, run),
    takeLead: createTakeLead(redis, KEYS.domainsLead),
    ...createBrands(redis, run),
  };
}

function createMonitored(
  redis: RedisConnection,
  run: Run,
): Pick<DomainStore, 'noteProof' | 'noteObservation' | 'due' | 'putOff'> {
  return {
    noteProof: async (id, seen, { graceMs, nowMs, asOfMs }) => {
      const [kind, row] = (await run('noteProof', id, seen, graceMs, nowMs, asOfMs ?? '')) as [Buffer, DomainRow];
      const outcome = String(kind) as ProofOutcome['kind'];
      return outcome === 'kept' ? { kind: outcome, domain: toDomain(row) } : { kind: outcome };
    },
    noteObservation: async (id, observation, nextAtMs, asOfMs) =>
      void (await run('observe', id, JSON.stringify(observation), nextAtMs, asOfMs ?? '')),
    due: async (limit, nowMs) => toDomains(await run('due', limit, nowMs, nowMs + FARTHEST_LOOK_MS)),
    putOff: async (id, nextAtMs) => void (await redis.command('ZADD', KEYS.domainsDue, 'XX', String(nextAtMs), id)),
  };
}

function createBrands(redis: RedisConnection, run: Run): Pick<DomainStore, 'setBrand' | 'setLogo' | 'findLogo'> {
  return {
    setBrand: async (ownerTag, name, brand, nowMs) =>
      toFound(await run('setBrand', ownerTag, name, JSON.stringify(brand), nowMs)),
    setLogo: async (ownerTag, name, logo, nowMs) => {
      const parts = logo === null ? [] : [logo.hash, logo.type, logo.bytes];
      return toFound(await run('setLogo', ownerTag, name, nowMs, ...parts));
    },
    findLogo: async (id, hash) => {
      const logo = toLogo((await redis.command('HMGET', KEYS.logo(id), 'hash', 'type', 'bytes')) as DomainRow);
      return logo?.hash === hash ? logo : null;
    },
  };
}

function toFound(reply: unknown): Domain | null {
  return reply === null ? null : toDomain(reply as DomainRow);
}

function toDomains(reply: unknown): Domain[] {
  return (reply as DomainRow[]).map(toDomain);
}

function toArgument(value: Argument | number): Argument {
  return typeof value === 'number' ? String(value) : value;
}
