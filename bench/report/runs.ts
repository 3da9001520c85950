import { JUDGED_CONNECTIONS, type Measurement } from '../rows/rounds.ts';
import type { Row } from '../rows/row.ts';
import { judge } from './judgement.ts';
import { describeMachine } from './machine.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

/** What was promised, and what one run came to. */
export interface Kept {
  readonly name: string;
  readonly value: number;
  readonly bar: number;
  readonly unit: '%' | 'ms';
}

/** One run on one machine. */
export interface Run {
  /** 2026-11-29 */
  readonly day: string;
  readonly machine: string;
  /** Creates that a bare Express echoed in a second. */
  readonly echoes: number;
  readonly kept: readonly Kept[];
}

/** A run by its rows that promise something, at the number of connections that is judged. The first row is a create. */
export function runOf(measurements: readonly Measurement[], now: Date): Run {
  const judged = measurements.filter(({ connections }) => connections === JUDGED_CONNECTIONS);
  const echoes = judged[0]?.rounds.map(({ references }) => references.get('Express')?.perSecond ?? 0) ?? [];
  return {
    ...{ day: now.toISOString().slice(0, 10), machine: describeMachine(), echoes: median(echoes) },
    kept: judged.flatMap(keptOf),
  };
}

/** What the slowest hundredth of a row is called. */
const delayOf = (name: string) => `${name}: p99`;

function keptOf(measurement: Measurement): Kept[] {
  const judgement = judge(measurement);
  if (judgement === null) return [];
  const { name } = measurement.row;
  const { goal, ratio } = judgement;
  const share: Kept = { name, value: ratio.medianPercent, bar: goal.barPercent, unit: '%' };
  if (goal.p99BarMs === undefined) return [share];
  const p99Ms = median(measurement.rounds.map(({ own }) => own.p99Ms));
  return [share, { name: delayOf(name), value: p99Ms, bar: goal.p99BarMs, unit: 'ms' }];
}

/** Throws if RUNS.tsv has other columns than a run of these rows. Called before the run, which takes long. */
export function requireColumns(tsv: string, rows: readonly Row[]): void {
  const promises = rows.flatMap(({ name, goal }) => {
    if (goal === null) return [];
    return goal.p99BarMs === undefined ? [name] : [name, delayOf(name)];
  });
  const head = ['day', 'machine', 'Express', ...promises].join('\t');
  if (tsv.split('\n')[0] !== head) throw new Error(`RUNS.tsv has other columns than ${head}`);
}

/** RUNS.tsv with one more line. */
export function withRun(tsv: string, { day, machine, echoes, kept }: Run): string {
  const cells = [day, machine, echoes.toFixed(0), ...kept.map(({ value }) => value.toFixed(1))];
  return `${tsv}${cells.join('\t')}\n`;
}

/** Every run of RUNS.tsv beside the bars of this one; what missed its bar stands out. */
export function runsTable(tsv: string, { kept }: Run): string {
  const [, ...lines] = tsv.trimEnd().split('\n');
  const names = kept.map(({ name, bar, unit }) => `${name} (${bar} ${unit})`);
  return table(
    ['day', 'machine', 'Express', ...names],
    lines.map((line) => {
      const [day = '', machine = '', echoes = '', ...values] = line.split('\t');
      return [day, machine, echoes, ...values.map((value, at) => valueText(Number(value), kept[at]))];
    }),
  );
}

function valueText(value: number, promised: Kept | undefined): string {
  const text = value.toFixed(1);
  if (promised === undefined) return text;
  const isMet = promised.unit === '%' ? value >= promised.bar : value < promised.bar;
  return isMet ? text : `**${text}**`;
}
