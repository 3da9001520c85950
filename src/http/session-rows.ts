import { type SessionData, Store } from 'express-session';

type Done = (error?: unknown) => void;

/**
 * The same rows for one use of express-session, which listens to the store that it is given and writes on it: the
 * store outlives a reload of the configuration, and what was made of the one before must not hang on it.
 */
export class SessionRows extends Store {
  readonly #rows: Store;

  constructor(rows: Store) {
    super();
    this.#rows = rows;
  }

  get(sessionId: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.#rows.get(sessionId, done);
  }

  set(sessionId: string, session: SessionData, done?: Done): void {
    this.#rows.set(sessionId, session, done);
  }

  destroy(sessionId: string, done?: Done): void {
    this.#rows.destroy(sessionId, done);
  }
}
