/** A change of one place in a source, as a programmer's slip might make it. */
export interface Mutant {
  /** From the root. */
  readonly source: string;
  readonly line: number;
  /** That line, without the space around it. */
  readonly code: string;
  /** What kind of change it is. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/**
 * `killed`: a test fails. `timeout`: a test does not end any more, which is as good. `survived`: every test passes.
 * `not-run`: no test gets there. `broken`: the program does not even load, which says nothing of the tests.
 */
export type Verdict = 'killed' | 'timeout' | 'survived' | 'not-run' | 'broken';

export interface JudgedMutant extends Mutant {
  readonly verdict: Verdict;
}
