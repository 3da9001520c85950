import type { Cleanup } from '../../tests/support/temp.ts';

/** 'not asked': what would have to answer did not. It is no success. */
export type Verdict = 'green' | 'red' | 'not asked';

/** What one measurement has shown, in words for the table. */
export interface Finding {
  /** How much was tried: '20,000 requests'. */
  readonly tried: string;
  readonly seen: string;
  readonly verdict: Verdict;
}

/** One line of the scoreboard. It starts the servers that it asks, and they end with `t`. */
export interface Row {
  /** As the command line names it. */
  readonly name: string;
  readonly what: string;
  /** What is to be seen for it to be green. */
  readonly bar: string;
  measure(t: Cleanup): Promise<Finding>;
}

export function verdictOf(isMet: boolean): Verdict {
  return isMet ? 'green' : 'red';
}

/** '1,234 answers'. */
export function counted(count: number, things: string): string {
  return `${count.toLocaleString('en-US')} ${things}`;
}

/** The first of what should not be there, so that somebody can begin to look; nothing where there is nothing. */
export function examples(wrong: readonly string[]): string {
  return wrong.length === 0 ? '' : `: ${wrong.slice(0, 5).join('; ')}`;
}
