import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { KeyStore, RowNeed, SealedKind, SealedPage, SealedValue } from '#src/features/keys/key-store.ts';
import type { GroupCommit } from './group-commit.ts';
import { createTakeLead, leadTable } from './lead.ts';
import { read } from './read.ts';

export const KEY_TABLES = leadTable('key_lead');

const PAGE = 200;

type Row = Record<string, SQLOutputValue>;

/** What a kind of sealed values is read and changed by; `after` is what `place` gave of the row before. */
interface SealedRows {
  page(after: readonly (string | number)[] | null): readonly Row[];
  place(row: Row): readonly (string | number)[];
  toValue(row: Row): SealedValue;
  replace(row: string, from: Uint8Array, to: Uint8Array): boolean;
}

export function createSqliteKeyStore(database: DatabaseSync, commit: GroupCommit): KeyStore {
  const sealed: Readonly<Record<SealedKind, SealedRows>> = {
    'owner-copy': ownerCopies(database),
    feedback: feedback(database),
    'home-owner': homeOwners(database),
  };
  const needs = prepareNeeds(database);
  return {
    ...createRecord(database, commit),
    needs: async (nowMs) =>
      read(() => needs.flatMap(([kind, rows]) => rows.all(nowMs).map((row) => toNeed(kind, row)))),
    sealedPage: async (kind, from) => pageOf(sealed[kind], from),
    reseal: (kind, { row, sealed: before }, to) => commit(() => sealed[kind].replace(row, before, to)),
    takeLead: createTakeLead(database, commit, 'key_lead'),
  };
}

/** Its name is that of older releases, which kept a check value there and nothing else. */
function createRecord(database: DatabaseSync, commit: GroupCommit): Pick<KeyStore, 'record' | 'replaceRecord'> {
  const find = database.prepare("SELECT value FROM site WHERE name = 'key_check'");
  const begin = database.prepare("INSERT INTO site (name, value) VALUES ('key_check', ?) ON CONFLICT DO NOTHING");
  const replace = database.prepare("UPDATE site SET value = ?2 WHERE name = 'key_check' AND value = ?1");
  return {
    record: async () => (read(() => find.get())?.value as string | undefined) ?? null,
    replaceRecord: (from, to) =>
      commit(() => Number((from === null ? begin.run(to) : replace.run(from, to)).changes) > 0),
  };
}

function prepareNeeds(database: DatabaseSync) {
  const secrets = database.prepare(
    `SELECT site_key_id, count(*) AS rows, max(record_expires_at_ms) AS until_ms FROM secret
       WHERE record_expires_at_ms > ? GROUP BY site_key_id`,
  );
  const mails = database.prepare(
    `SELECT site_key_id, count(*) AS rows, max(expires_at_ms) AS until_ms FROM outbox
       WHERE expires_at_ms > ? GROUP BY site_key_id`,
  );
  return [['secrets', secrets] as const, ['mails', mails] as const];
}

function toNeed(kind: RowNeed['kind'], row: Row): RowNeed {
  return { kind, siteKeyId: String(row.site_key_id), rows: Number(row.rows), untilMs: Number(row.until_ms) };
}

function pageOf(rows: SealedRows, from: string | null): SealedPage {
  const found = read(() => rows.page(from === null ? null : JSON.parse(from)));
  const last = found.at(-1);
  const next = found.length < PAGE || last === undefined ? null : JSON.stringify(rows.place(last));
  return { values: found.map(rows.toValue), next };
}

/** Along the index of owners: rows of visitors are not looked at. */
function ownerCopies(database: DatabaseSync): SealedRows {
  const page = database.prepare(
    `SELECT rowid, id, owner_tag, created_at_ms, record_expires_at_ms, owner_copy FROM secret
       WHERE owner_tag IS NOT NULL AND (owner_tag, created_at_ms, rowid) > (?, ?, ?)
       ORDER BY owner_tag, created_at_ms, rowid LIMIT ${PAGE}`,
  );
  const replace = database.prepare('UPDATE secret SET owner_copy = ?3 WHERE id = ?1 AND owner_copy = ?2');
  return {
    page: (after) => page.all(...(after ?? ['', 0, 0])),
    place: (row) => [String(row.owner_tag), Number(row.created_at_ms), Number(row.rowid)],
    toValue: (row) => ({
      ...{ row: String(row.id), id: String(row.id), sealed: row.owner_copy as Uint8Array },
      untilMs: Number(row.record_expires_at_ms),
    }),
    replace: (row, from, to) => replace.run(row, from, to).changes > 0,
  };
}

function feedback(database: DatabaseSync): SealedRows {
  const page = database.prepare(
    `SELECT id, sealed, expires_at_ms FROM feedback WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
  );
  const replace = database.prepare('UPDATE feedback SET sealed = ?3 WHERE id = ?1 AND sealed = ?2');
  return {
    page: (after) => page.all(...(after ?? [''])),
    place: (row) => [String(row.id)],
    toValue: (row) => ({
      ...{ row: String(row.id), id: String(row.id), sealed: row.sealed as Uint8Array },
      untilMs: Number(row.expires_at_ms),
    }),
    replace: (row, from, to) => replace.run(row, from, to).changes > 0,
  };
}

/** Part of a domain's brand, as base64url; sealed for the name of the domain. */
function homeOwners(database: DatabaseSync): SealedRows {
  const page = database.prepare(
    `SELECT id, name, brand ->> '$.homeOwner' AS home_owner FROM domain
       WHERE id > ? AND brand ->> '$.homeOwner' IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
  );
  const replace = database.prepare(
    `UPDATE domain SET brand = json_set(brand, '$.homeOwner', ?3)
       WHERE id = ?1 AND brand ->> '$.homeOwner' = ?2`,
  );
  const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return {
    page: (after) => page.all(...(after ?? [''])),
    place: (row) => [String(row.id)],
    toValue: (row) => ({
      ...{ row: String(row.id), id: String(row.name), untilMs: null },
      sealed: Buffer.from(String(row.home_owner), 'base64url'),
    }),
    replace: (row, from, to) => replace.run(row, asText(from), asText(to)).changes > 0,
  };
}
