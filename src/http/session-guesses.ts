import type { CustId } from '#src/features/accounts/customer.ts';

/** Whose session it was when it was last read. A guess only saves waiting: what is read now decides. */
export interface SessionGuesses {
  of(sessionId: string): CustId | undefined;
  note(sessionId: string, custid: CustId): void;
  forget(sessionId: string): void;
}

export const MOST_GUESSES = 1000;

/** Of more than `MOST_GUESSES` sessions, those that were noted last. */
export function createSessionGuesses(): SessionGuesses {
  const guesses = new Map<string, CustId>();
  return {
    of: (sessionId) => guesses.get(sessionId),
    note: (sessionId, custid) => {
      // A map keeps the order in which its keys were first set.
      guesses.delete(sessionId);
      const [oldest] = guesses.keys();
      if (guesses.size >= MOST_GUESSES && oldest !== undefined) guesses.delete(oldest);
      guesses.set(sessionId, custid);
    },
    forget: (sessionId) => void guesses.delete(sessionId),
  };
}
