import type { Measured } from '../load/measured.ts';
import type { Measurement, Round } from '../rows/rounds.ts';
import type { Goal } from '../rows/row.ts';
import { median } from './statistics.ts';

/** The shares of a reference that the rounds came to, in percent. */
export interface Ratio {
  readonly medianPercent: number;
  readonly leastPercent: number;
  readonly mostPercent: number;
}

/** Null where there is no such reference. */
export function ratioBeside(rounds: readonly Round[], reference: string): Ratio | null {
  return ratioOf(rounds, ({ own }) => own, reference);
}

/** The share that one reference had of another; null unless both are there. */
export function ratioBetween(rounds: readonly Round[], reference: string, another: string): Ratio | null {
  return ratioOf(rounds, ({ references }) => references.get(reference), another);
}

/** Of each round by itself, so that whatever the machine did in it met both sides. */
function ratioOf(rounds: readonly Round[], pick: (round: Round) => Measured | undefined, reference: string) {
  const percents = rounds.flatMap((round) => {
    const [one, beside] = [pick(round), round.references.get(reference)];
    return one === undefined || beside === undefined ? [] : [(one.perSecond / beside.perSecond) * 100];
  });
  if (percents.length === 0) return null;
  return { medianPercent: median(percents), leastPercent: Math.min(...percents), mostPercent: Math.max(...percents) };
}

/** What became of what was promised. */
export interface Judgement {
  readonly goal: Goal;
  readonly ratio: Ratio;
  readonly isBarMet: boolean;
  /** null without an aim. */
  readonly isAimMet: boolean | null;
}

/** null for a row that promises nothing. Throws where the goal names a reference that was not measured. */
export function judge({ row, rounds }: Measurement): Judgement | null {
  const { goal } = row;
  if (goal === null) return null;
  const ratio = ratioBeside(rounds, goal.beside);
  if (ratio === null) throw new Error(`${row.name} was not measured beside ${goal.beside}`);
  const reaches = (percent: number) => ratio.medianPercent >= percent;
  const isAimMet = goal.aimPercent === undefined ? null : reaches(goal.aimPercent);
  return { goal, ratio, isBarMet: reaches(goal.barPercent), isAimMet };
}

/** In words, for the last column of a table. */
export function verdictOf({ isBarMet, isAimMet }: Pick<Judgement, 'isBarMet' | 'isAimMet'>): string {
  if (!isBarMet) return '**bar missed**';
  if (isAimMet === null) return 'bar met';
  return isAimMet ? 'bar and aim met' : 'bar met, aim missed';
}
