import type { SessionData, Store } from 'express-session';
import type { SessionFacts } from './session.ts';

/** A session as express-session keeps it. */
export type KeptSession = SessionData & { readonly facts: SessionFacts };

/**
 * Where sign-ins are kept. Every adapter passes tests/store/session-store.test.ts. How long one
 * lives is said by the session itself (`SessionFacts`) and judged by whoever reads it; adapters only
 * clean up. Failures are `StoreUnavailable`.
 */
export interface SessionStore {
  /** What express-session reads, begins and ends sessions with. */
  readonly rows: Store;
  /**
   * Keeps what is known of a session from now on and notes that it was used. A session that has ended
   * in the meantime stays ended: nothing is written then.
   */
  renew(sessionId: string, session: KeptSession): Promise<void>;
  /** Sessions used at or after this instant; kept, not scanned. Looks back an hour at most. */
  countSeenSince(instantMs: number): Promise<number>;
}
