import type { DatabaseSync } from 'node:sqlite';
import { type SessionData, Store } from 'express-session';
import type { KeptSession, SessionStore } from '#src/features/sessions/session-store.ts';
import type { GroupCommit } from './group-commit.ts';
import type { GroupRead, Groups } from './group-read.ts';
import { read } from './read.ts';

/** `expires_at_ms` is when the sweep takes the row; whether a session holds is judged by its own facts. */
export const SESSION_TABLES = `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY,
    kept TEXT NOT NULL,
    seen_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS session_expiry ON session (expires_at_ms);
  CREATE INDEX IF NOT EXISTS session_seen ON session (seen_at_ms);
`;

type Done = (error?: unknown) => void;

export function createSqliteSessionStore(database: DatabaseSync, deps: Groups): SessionStore {
  const update = database.prepare('UPDATE session SET kept = ?, seen_at_ms = ?, expires_at_ms = ? WHERE id = ?');
  const countSeen = database.prepare('SELECT COUNT(*) AS count FROM session WHERE seen_at_ms >= ?');
  return {
    rows: new SessionRows(database, deps),
    renew: (sessionId, session) => deps.commit(() => void update.run(...valuesOf(session), sessionId)),
    countSeenSince: async (instantMs) => read(() => Number(countSeen.get(instantMs)?.count)),
  };
}

class SessionRows extends Store {
  readonly #commit: GroupCommit;
  readonly #groupRead: GroupRead;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync, { commit, groupRead }: Groups) {
    super();
    this.#commit = commit;
    this.#groupRead = groupRead;
    this.#statements = prepareStatements(database);
  }

  get(sessionId: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.#find(sessionId).then((session) => done(null, session), done);
  }

  async #find(sessionId: string): Promise<SessionData | null> {
    const row = await this.#groupRead(() => this.#statements.find.get(sessionId));
    return row ? JSON.parse(String(row.kept)) : null;
  }

  set(sessionId: string, session: SessionData, done: Done = () => {}): void {
    const values = valuesOf(session as KeptSession);
    const kept = this.#commit(() => void this.#statements.put.run(sessionId, ...values));
    kept.then(() => done(), done);
  }

  destroy(sessionId: string, done: Done = () => {}): void {
    this.#commit(() => void this.#statements.drop.run(sessionId)).then(() => done(), done);
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    find: database.prepare('SELECT kept FROM session WHERE id = ?'),
    put: database.prepare('INSERT OR REPLACE INTO session (id, kept, seen_at_ms, expires_at_ms) VALUES (?, ?, ?, ?)'),
    drop: database.prepare('DELETE FROM session WHERE id = ?'),
  };
}

function valuesOf(session: KeptSession): [string, number, number] {
  const { seenAtMs, expiresAtMs } = session.facts;
  return [JSON.stringify(session), seenAtMs, expiresAtMs];
}
