import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Brand, type Domain, type DomainId, type DomainName, PLAIN_BRAND } from '#src/features/domains/domain.ts';
import { FARTHEST_LOOK_MS } from '#src/features/domains/domain-store.ts';
import { leadTable } from './lead.ts';

type Row = Record<string, SQLOutputValue>;

/**
 * `domain_served` is the rule that a name has one verified record, and the read that every request on a
 * custom domain makes. Logos stand apart, so that what the monitor writes does not write them again.
 */
export const DOMAIN_TABLES = `
  CREATE TABLE IF NOT EXISTS domain (
    id TEXT PRIMARY KEY,
    owner_tag TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    verified_at_ms INTEGER,
    missing_since_ms INTEGER,
    next_look_at_ms INTEGER NOT NULL,
    logo_hash TEXT,
    brand TEXT,
    observation TEXT
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS domain_owner ON domain (owner_tag, name);
  CREATE UNIQUE INDEX IF NOT EXISTS domain_served ON domain (name) WHERE verified_at_ms IS NOT NULL;
  CREATE INDEX IF NOT EXISTS domain_due ON domain (next_look_at_ms);

  CREATE TABLE IF NOT EXISTS domain_logo (
    id TEXT PRIMARY KEY REFERENCES domain (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  ${leadTable('domain_lead')}
`;

/** Every statement the domains need, prepared once. */
export function prepareDomainStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    insert: prepare(
      `INSERT INTO domain (id, owner_tag, name, created_at_ms, updated_at_ms, next_look_at_ms)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5) ON CONFLICT (id) DO NOTHING RETURNING *`,
    ),
    find: prepare('SELECT * FROM domain WHERE owner_tag = ? AND name = ?'),
    list: prepare(
      `SELECT * FROM domain WHERE owner_tag = ?
         ORDER BY verified_at_ms IS NULL, created_at_ms DESC, name`,
    ),
    count: prepare('SELECT count(*) AS domains FROM domain WHERE owner_tag = ?'),
    findServed: prepare('SELECT * FROM domain WHERE name = ? AND verified_at_ms IS NOT NULL'),
    remove: prepare('DELETE FROM domain WHERE owner_tag = ? AND name = ?'),
    removeAll: prepare('DELETE FROM domain WHERE owner_tag = ?'),
    touch: prepare('UPDATE domain SET updated_at_ms = ? WHERE id = ?'),
    observe: prepare(
      `UPDATE domain SET observation = ?1, next_look_at_ms = ?2
         WHERE id = ?3 AND updated_at_ms = coalesce(?4, updated_at_ms)`,
    ),
    due: prepare(
      `SELECT * FROM domain WHERE next_look_at_ms <= ?1 OR next_look_at_ms > ?1 + ${FARTHEST_LOOK_MS}
         ORDER BY next_look_at_ms, id LIMIT ?2`,
    ),
    putOff: prepare('UPDATE domain SET next_look_at_ms = ? WHERE id = ?'),
    setBrand: prepare('UPDATE domain SET brand = ?, updated_at_ms = ? WHERE owner_tag = ? AND name = ? RETURNING *'),
    setLogoHash: prepare(
      'UPDATE domain SET logo_hash = ?, updated_at_ms = ? WHERE owner_tag = ? AND name = ? RETURNING *',
    ),
    keepLogo: prepare('INSERT OR REPLACE INTO domain_logo (id, hash, type, bytes) VALUES (?, ?, ?, ?)'),
    dropLogo: prepare('DELETE FROM domain_logo WHERE id = ?'),
    findLogo: prepare('SELECT type, bytes FROM domain_logo WHERE id = ? AND hash = ?'),
    ...prepareProofStatements(prepare),
  };
}

/** What a look at the proof changes; each statement sees the row as the one before has left it. */
function prepareProofStatements(prepare: DatabaseSync['prepare']) {
  return {
    findById: prepare('SELECT * FROM domain WHERE id = ?'),
    /**
     * Unverifies another record of the name that has been without its proof for long enough (null while it is there).
     */
    giveWay: prepare(
      `UPDATE domain SET verified_at_ms = NULL
         WHERE name = ?1 AND id <> ?2 AND verified_at_ms IS NOT NULL AND missing_since_ms <= ?3`,
    ),
    /** Verified afterwards, unless another of the name is. */
    prove: prepare(
      `UPDATE domain SET missing_since_ms = NULL, verified_at_ms = coalesce(verified_at_ms, CASE WHEN EXISTS
           (SELECT 1 FROM domain AS other WHERE other.name = domain.name AND other.verified_at_ms IS NOT NULL)
         THEN NULL ELSE ?2 END)
         WHERE id = ?1 RETURNING *`,
    ),
    /** Not since later than now: a wrong clock has noted that. */
    miss: prepare(
      `UPDATE domain SET missing_since_ms = min(coalesce(missing_since_ms, ?3), ?3),
           verified_at_ms = CASE WHEN coalesce(missing_since_ms, ?3) <= ?2 THEN NULL ELSE verified_at_ms END
         WHERE id = ?1 RETURNING *`,
    ),
  };
}

export function toDomain(row: Row): Domain {
  return {
    id: row.id as DomainId,
    name: row.name as DomainName,
    ownerTag: String(row.owner_tag),
    createdAtMs: Number(row.created_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
    proof: {
      verifiedAtMs: row.verified_at_ms as number | null,
      missingSinceMs: row.missing_since_ms as number | null,
    },
    observation: row.observation === null ? null : JSON.parse(String(row.observation)),
    brand: row.brand === null ? PLAIN_BRAND : (JSON.parse(String(row.brand)) as Brand),
    logoHash: row.logo_hash as string | null,
  };
}
