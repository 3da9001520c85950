/** What was asked, and how it was answered. */
export interface Tally {
  readonly executions: number;
  /** 'concealSecret 200' and how often. */
  readonly outcomes: ReadonlyMap<string, number>;
  count(operation: string | null, outcome: string): void;
}

export function createTally(): Tally {
  const outcomes = new Map<string, number>();
  let executions = 0;
  return {
    outcomes,
    get executions() {
      return executions;
    },
    count: (operation, outcome) => {
      const name = `${operation ?? 'nothing'} ${outcome}`;
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      executions += 1;
    },
  };
}
