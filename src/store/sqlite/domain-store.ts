import type { DatabaseSync } from 'node:sqlite';
import type { Domain, LogoType } from '#src/features/domains/domain.ts';
import type { AddOutcome, DomainStore, NewDomain } from '#src/features/domains/domain-store.ts';
import { IdTaken } from '#src/features/secrets/secret-store.ts';
import { prepareDomainStatements, toDomain } from './domain-rows.ts';
import type { GroupCommit } from './group-commit.ts';
import { createTakeLead } from './lead.ts';
import { read } from './read.ts';

type Statements = ReturnType<typeof prepareDomainStatements>;

/**
 * Customers' domains in one SQLite file. Every write goes through `commit`: a write transaction is
 * exclusive, so what a verb reads first still stands when it writes, also between processes.
 */
export function createSqliteDomainStore(database: DatabaseSync, commit: GroupCommit): DomainStore {
  const statements = prepareDomainStatements(database);
  return {
    add: (domain, most) => commit(() => add(statements, domain, most)),
    find: async (ownerTag, name) => toFound(read(() => statements.find.get(ownerTag, name))),
    list: async (ownerTag) => read(() => statements.list.all(ownerTag)).map(toDomain),
    count: async (ownerTag) => read(() => Number(statements.count.get(ownerTag)?.domains)),
    findServed: async (name) => toFound(read(() => statements.findServed.get(name))),
    remove: (ownerTag, name) => commit(() => statements.remove.run(ownerTag, name).changes > 0),
    removeAll: (ownerTag) => commit(() => void statements.removeAll.run(ownerTag)),
    takeCheck: (ownerTag, name, notWithinMs, nowMs) =>
      commit(() => {
        const row = statements.find.get(ownerTag, name);
        if (row === undefined) return null;
        const waitMs = Number(row.updated_at_ms) + notWithinMs - nowMs;
        // A wait of more than twice its time was set by a wrong clock.
        if (waitMs > 0 && waitMs <= 2 * notWithinMs) return waitMs;
        statements.touch.run(nowMs, String(row.id));
        return 0;
      }),
    ...createMonitored(statements, commit),
    takeLead: createTakeLead(database, commit, 'domain_lead'),
    ...createBrands(statements, commit),
  };
}

function add(
  statements: Statements,
  { id, ownerTag, name, createdAtMs, firstLookAtMs }: NewDomain,
  most: number,
): AddOutcome {
  const own = statements.find.get(ownerTag, name);
  if (own !== undefined) return { kind: 'exists', domain: toDomain(own) };
  if (statements.findServed.get(name) !== undefined) return { kind: 'taken' };
  if (Number(statements.count.get(ownerTag)?.domains) >= most) return { kind: 'too-many' };
  const row = statements.insert.get(id, ownerTag, name, createdAtMs, firstLookAtMs);
  if (row === undefined) throw new IdTaken('a domain of that id exists');
  return { kind: 'added', domain: toDomain(row) };
}

function createMonitored(
  statements: Statements,
  commit: GroupCommit,
): Pick<DomainStore, 'noteProof' | 'noteObservation' | 'due' | 'putOff'> {
  return {
    noteProof: (id, seen, { graceMs, nowMs, asOfMs }) =>
      commit(() => {
        const found = statements.findById.get(id);
        if (found === undefined) return { kind: 'gone' };
        if (asOfMs !== undefined && found.updated_at_ms !== asOfMs) return { kind: 'outdated' };
        if (seen === 'unknown') return { kind: 'kept', domain: toDomain(found) };
        const graceBeganMs = nowMs - graceMs;
        if (seen === 'present') statements.giveWay.run(String(found.name), id, graceBeganMs);
        const row = seen === 'present' ? statements.prove.get(id, nowMs) : statements.miss.get(id, graceBeganMs, nowMs);
        const domain = toDomain(row ?? found);
        if (seen === 'present' && domain.proof.verifiedAtMs === null) return { kind: 'taken' };
        return { kind: 'kept', domain };
      }),
    noteObservation: (id, observation, nextAtMs, asOfMs) =>
      commit(() => void statements.observe.run(JSON.stringify(observation), nextAtMs, id, asOfMs ?? null)),
    due: async (limit, nowMs) => read(() => statements.due.all(nowMs, limit)).map(toDomain),
    putOff: (id, nextAtMs) => commit(() => void statements.putOff.run(nextAtMs, id)),
  };
}

function createBrands(
  statements: Statements,
  commit: GroupCommit,
): Pick<DomainStore, 'setBrand' | 'setLogo' | 'findLogo'> {
  return {
    setBrand: (ownerTag, name, brand, nowMs) =>
      commit(() => toFound(statements.setBrand.get(JSON.stringify(brand), nowMs, ownerTag, name))),
    setLogo: (ownerTag, name, logo, nowMs) =>
      commit(() => {
        const domain = toFound(statements.setLogoHash.get(logo?.hash ?? null, nowMs, ownerTag, name));
        if (domain === null) return null;
        if (logo === null) statements.dropLogo.run(domain.id);
        else statements.keepLogo.run(domain.id, logo.hash, logo.type, logo.bytes);
        return domain;
      }),
    findLogo: async (id, hash) => {
      const row = read(() => statements.findLogo.get(id, hash));
      return row === undefined ? null : { hash, type: row.type as LogoType, bytes: row.bytes as Uint8Array };
    },
  };
}

function toFound(row: Parameters<typeof toDomain>[0] | undefined): Domain | null {
  return row === undefined ? null : toDomain(row);
}
