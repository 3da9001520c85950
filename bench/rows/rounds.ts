import type { Measured } from '../load/measured.ts';
import type { Row, Shape } from './row.ts';

/** How often each row is measured, and with how many connections. */
export interface Plan {
  readonly shapes: readonly PlannedShape[];
  /** Nothing counts before both sides have run for so long: what was never asked for is not compiled yet. */
  readonly warmUp: Shape;
}

export interface PlannedShape extends Shape {
  readonly rounds: number;
}

/** What a row and its references came to in turn. */
export interface Round {
  readonly own: Measured;
  readonly references: ReadonlyMap<string, Measured>;
}

/** All rounds of one row with so many connections. */
export interface Measurement {
  readonly row: Row;
  readonly connections: number;
  readonly rounds: readonly Round[];
}

/** Whose ratios are judged. */
export const JUDGED_CONNECTIONS = 16;

const LOOSE = { rounds: 5, durationMs: 1000 };

/** Together they stay well below 25 minutes. */
export const PLANS = {
  secrets: {
    shapes: [
      { ...LOOSE, connections: 1 },
      { connections: JUDGED_CONNECTIONS, rounds: 7, durationMs: 1500 },
      { ...LOOSE, connections: 256 },
    ],
    warmUp: { connections: JUDGED_CONNECTIONS, durationMs: 1000 },
  },
  others: {
    shapes: [{ ...LOOSE, connections: JUDGED_CONNECTIONS }],
    warmUp: { connections: JUDGED_CONNECTIONS, durationMs: 1000 },
  },
} as const satisfies Record<Row['part'], Plan>;

/** For whoever works on it: shows that everything runs, and figures of little worth. */
export function quickened(plan: Plan): Plan {
  const shapes = plan.shapes.map((shape) => ({ ...shape, rounds: 1, durationMs: 600 }));
  return { shapes, warmUp: { ...plan.warmUp, durationMs: 300 } };
}

/**
 * Measures every row beside its references. They alternate, and a whole turn through all rows comes before the next:
 * whatever the machine does besides meets them all.
 */
export async function runRounds(rows: readonly Row[], planOf: (row: Row) => Plan): Promise<Measurement[]> {
  const cells = rows.flatMap((row) => planOf(row).shapes.map((shape) => ({ row, shape, rounds: [] as Round[] })));
  for (const row of rows) await measureOnce(row, planOf(row).warmUp);
  const most = Math.max(0, ...cells.map(({ shape }) => shape.rounds));
  for (let turn = 0; turn < most; turn += 1) {
    for (const { row, shape, rounds } of cells) {
      if (turn < shape.rounds) rounds.push(await measureOnce(row, shape));
    }
  }
  return cells.map(({ row, shape, rounds }) => ({ row, rounds, connections: shape.connections }));
}

async function measureOnce({ subject, references }: Row, shape: Shape): Promise<Round> {
  const besides: [string, Measured][] = [];
  for (const reference of references) besides.push([reference.name, await reference.subject(shape)]);
  return { own: await subject(shape), references: new Map(besides) };
}
