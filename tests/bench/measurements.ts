import type { Measured } from '../../bench/load/measured.ts';
import type { Measurement } from '../../bench/rows/rounds.ts';
import type { Goal } from '../../bench/rows/row.ts';

const measured = (perSecond: number, p99Ms = 3): Measured => ({
  ...{ perSecond, p50Ms: 1, p95Ms: 2, p99Ms, serverCpuUs: 100, storeCpuUs: null, generatorShare: 0.25 },
});

export interface SampleOptions {
  readonly name?: string;
  readonly goal?: Goal | null;
  readonly connections?: number;
  /** Of each round: the row's own figure, and that of its reference. */
  readonly pairs: readonly (readonly [own: number, express: number])[];
  readonly p99Ms?: number;
  /** Of what only seals and stores, in each round; without it nobody did. */
  readonly bound?: number;
}

/** A row called 'create' that was measured beside Express, with these figures. */
export function measurement({
  name = 'create',
  goal,
  connections = 16,
  pairs,
  p99Ms,
  bound,
}: SampleOptions): Measurement {
  const unasked = () => Promise.reject(new Error('nobody measures here'));
  return {
    row: {
      ...{ name, part: 'secrets', subject: unasked, references: [{ name: 'Express', subject: unasked }] },
      goal: goal === undefined ? { beside: 'Express', barPercent: 20, aimPercent: 35 } : goal,
    },
    connections,
    rounds: pairs.map(([own, express]) => ({
      own: measured(own, p99Ms),
      references: new Map([
        ['Express', measured(express)],
        ...(bound === undefined ? [] : [['seal and store', measured(bound)] as const]),
      ]),
    })),
  };
}
