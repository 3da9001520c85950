import type { Measured } from '../load/measured.ts';
import { JUDGED_CONNECTIONS, type Measurement, type Round } from '../rows/rounds.ts';
import { type Judgement, judge, type Ratio, ratioBeside, ratioBetween, verdictOf } from './judgement.ts';
import { median } from './statistics.ts';
import { figure, percentText, table } from './table.ts';

const REFERENCES = ['node:http', 'Express', 'raw store', 'seal and store'] as const;
/** What nobody can do without. */
const BOUND = 'seal and store';

const medianOf = (rounds: readonly Round[], pick: (measured: Measured) => number) =>
  median(rounds.map(({ own }) => pick(own)));

/** What was promised, beside what it came to. */
export function goalTable(measurements: readonly Measurement[]): string {
  const head = ['what', 'beside', 'per second', 'reference', 'ratio (least–most)', 'bar', 'aim', 'p99 ms', ''];
  return table(head, measurements.filter(isJudged).flatMap(goalRows));
}

function isJudged({ row, connections }: Measurement): boolean {
  return connections === JUDGED_CONNECTIONS && row.goal !== null;
}

function goalRows(measurement: Measurement): string[][] {
  const judgement = judge(measurement);
  return judgement === null ? [] : [ratioRow(measurement, judgement), ...delayRow(measurement)];
}

function ratioRow({ row, rounds }: Measurement, judgement: Judgement): string[] {
  const { goal, ratio } = judgement;
  const reference = median(rounds.map(({ references }) => references.get(goal.beside)?.perSecond ?? 0));
  return [
    ...[row.name, goal.beside, figure(medianOf(rounds, ({ perSecond }) => perSecond)), figure(reference)],
    ratioText(ratio),
    `${goal.barPercent} %`,
    goal.aimPercent === undefined ? '' : `${goal.aimPercent} %`,
    figure(medianOf(rounds, ({ p99Ms }) => p99Ms)),
    verdictOf(judgement),
  ];
}

function ratioText({ medianPercent, leastPercent, mostPercent }: Ratio): string {
  return `**${percentText(medianPercent)}** (${percentText(leastPercent)}–${percentText(mostPercent)})`;
}

/** The slowest hundredth has a bar of its own. */
function delayRow({ row, rounds }: Measurement): string[][] {
  const barMs = row.goal?.p99BarMs;
  if (barMs === undefined) return [];
  const p99Ms = medianOf(rounds, (measured) => measured.p99Ms);
  const verdict = verdictOf({ isBarMet: p99Ms < barMs, isAimMet: null });
  return [[`${row.name}: p99`, '', '', '', '', `${barMs} ms`, '', `**${figure(p99Ms)}**`, verdict]];
}

/** How fast a server is that does only what cannot be left out, and how much of that ours comes to. */
export function boundTable(measurements: readonly Measurement[]): string {
  const head = ['what', 'beside', 'bar', `${BOUND} (least–most)`, 'is the bar above it', `ours, of ${BOUND}`];
  return table(head, measurements.filter(isJudged).flatMap(boundRows));
}

function boundRows({ row, rounds }: Measurement): string[][] {
  const beside = row.goal?.beside ?? '';
  const [bound, ours] = [ratioBetween(rounds, BOUND, beside), ratioBeside(rounds, BOUND)];
  if (row.goal === null || bound === null || ours === null) return [];
  const { barPercent } = row.goal;
  const isAbove = barPercent > bound.medianPercent;
  return [[row.name, beside, `${barPercent} %`, ratioText(bound), isAbove ? '**yes**' : 'no', ratioText(ours)]];
}

/** Everything that was measured of each row, by how many ask at once, and its share of those references that it had. */
export function loadTable(measurements: readonly Measurement[]): string {
  const has = (name: string) => measurements.some(({ rounds }) => ratioBeside(rounds, name) !== null);
  const references = REFERENCES.filter(has);
  const head = [
    ...['what', 'connections', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'server µs', 'Redis µs', 'generator'],
    ...references.map((name) => `of ${name}`),
  ];
  return table(
    head,
    measurements.map((measurement) => [...loadCells(measurement), ...shareCells(measurement, references)]),
  );
}

function loadCells({ row, connections, rounds }: Measurement): string[] {
  const of = (pick: (measured: Measured) => number) => medianOf(rounds, pick);
  const hasStore = rounds.some(({ own }) => own.storeCpuUs !== null);
  return [
    ...[row.name, String(connections), figure(of(({ perSecond }) => perSecond))],
    ...[figure(of(({ p50Ms }) => p50Ms)), figure(of(({ p95Ms }) => p95Ms)), figure(of(({ p99Ms }) => p99Ms))],
    figure(of(({ serverCpuUs }) => serverCpuUs)),
    hasStore ? figure(of(({ storeCpuUs }) => storeCpuUs ?? 0)) : '',
    `${(of(({ generatorShare }) => generatorShare) * 100).toFixed(0)} %`,
  ];
}

function shareCells({ rounds }: Measurement, references: readonly string[]): string[] {
  return references.map((name) => {
    const ratio = ratioBeside(rounds, name);
    return ratio === null ? '' : percentText(ratio.medianPercent);
  });
}

/** What the references themselves came to, as often as each stood beside a row. */
export function referenceTable(measurements: readonly Measurement[]): string {
  const rows = measurements.flatMap(({ row, connections, rounds }) =>
    row.references.map(({ name }) => referenceRow(`${name}, beside ${row.name}`, connections, rounds, name)),
  );
  return table(['reference', 'connections', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'its CPU µs'], rows);
}

function referenceRow(label: string, connections: number, rounds: readonly Round[], name: string): string[] {
  const of = (pick: (measured: Measured) => number) =>
    figure(
      median(rounds.flatMap(({ references }) => [references.get(name)].filter((one) => one !== undefined).map(pick))),
    );
  return [
    ...[label, String(connections), of(({ perSecond }) => perSecond)],
    ...[of(({ p50Ms }) => p50Ms), of(({ p95Ms }) => p95Ms), of(({ p99Ms }) => p99Ms)],
    of(({ serverCpuUs }) => serverCpuUs),
  ];
}
