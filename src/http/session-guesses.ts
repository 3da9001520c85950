import type { CustId } from '#src/features/accounts/customer.ts';
import { isAlive, type SessionFacts } from '#src/features/sessions/session.ts';

/** Whose session it was when it was last read. A guess only saves waiting: what is read now decides. */
export interface SessionGuesses {
  of(sessionId: string): CustId | undefined;
  /** Until the session ends: from then on it is no longer told, and goes with a later note. */
  note(sessionId: string, facts: SessionFacts): void;
  forget(sessionId: string): void;
}

export const MOST_GUESSES = 1000;
/** Not with each note: looking through all of them is a hundred times the work. */
const SWEEP_EVERY_MS = 60_000;

/** Of more than `MOST_GUESSES` sessions, those that were noted last. */
export function createSessionGuesses(now: () => number): SessionGuesses {
  const guesses = new Map<string, SessionFacts>();
  let sweptAtMs = now();

  function sweep(): void {
    const nowMs = now();
    // A clock may also go back.
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    for (const [sessionId, facts] of guesses) if (!isAlive(facts, nowMs)) guesses.delete(sessionId);
  }

  return {
    of: (sessionId) => {
      const facts = guesses.get(sessionId);
      return facts && isAlive(facts, now()) ? facts.custid : undefined;
    },
    note: (sessionId, facts) => {
      sweep();
      // A map keeps the order in which its keys were first set.
      guesses.delete(sessionId);
      const [oldest] = guesses.keys();
      if (guesses.size >= MOST_GUESSES && oldest !== undefined) guesses.delete(oldest);
      guesses.set(sessionId, facts);
    },
    forget: (sessionId) => void guesses.delete(sessionId),
  };
}
