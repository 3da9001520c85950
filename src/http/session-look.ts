import type { AccountStore } from '#src/features/accounts/account-store.ts';
import type { Customer } from '#src/features/accounts/customer.ts';
import { isAlive, type SessionRules, seenSession } from '#src/features/sessions/session.ts';
import type { KeptSession, SessionStore } from '#src/features/sessions/session-store.ts';
import { createSessionGuesses } from './session-guesses.ts';
import { settled } from './settled.ts';

/** What a session is on the server. */
export interface SessionLook {
  /**
   * Session and customer, each null where there is none; asked for at once where it is known whose session it was. Of a
   * session that is over there is no customer.
   */
  findBoth(sessionId: string): Promise<readonly [KeptSession | null, Customer | null]>;
  /** Notes that it is in use. A note that cannot be written now, on a full disk for one, is written with a later request. */
  noteSeen(sessionId: string, session: KeptSession): Promise<void>;
  destroy(sessionId: string): Promise<void>;
}

export interface SessionLookDeps {
  readonly sessions: SessionStore;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly rules: SessionRules;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Not by express-session: recognising somebody is on the way of every call. */
export function createSessionLook({ sessions, accounts, rules, now }: SessionLookDeps): SessionLook {
  const whoseSession = createSessionGuesses(now);

  /** Null where there is none, or one without a customer. */
  function find(sessionId: string): Promise<KeptSession | null> {
    return new Promise((resolve, reject) => {
      sessions.rows.get(sessionId, (error, kept) => {
        if (error) reject(error);
        else resolve(kept?.facts ? (kept as KeptSession) : null);
      });
    });
  }

  return {
    findBoth: async (sessionId) => {
      const guess = whoseSession.of(sessionId);
      const guessed = guess === undefined ? null : accounts.find(guess);
      const [session, early] = await Promise.all([find(sessionId), guessed]);
      if (session === null || !isAlive(session.facts, now())) {
        whoseSession.forget(sessionId);
        return [session, null];
      }
      const { custid } = session.facts;
      const customer = guess === custid ? early : await accounts.find(custid);
      // The account is deleted, or has ended its sessions.
      if (customer?.epoch !== session.facts.epoch) whoseSession.forget(sessionId);
      else whoseSession.note(sessionId, session.facts);
      return [session, customer];
    },
    noteSeen: async (sessionId, session) => {
      const facts = seenSession(session.facts, rules, now());
      if (facts) await sessions.renew(sessionId, { ...session, facts }).catch(() => {});
    },
    destroy: async (sessionId) => {
      whoseSession.forget(sessionId);
      await settled((done) => sessions.rows.destroy(sessionId, done));
    },
  };
}
