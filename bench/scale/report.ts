import type { Resident } from '../load/process-figures.ts';
import { describeMachine } from '../report/machine.ts';
import { goalTable, loadTable } from '../report/row-tables.ts';
import { megabytes, percentText, table } from '../report/table.ts';
import type { Measurement } from '../rows/rounds.ts';

/** One engine with few and with many secrets. */
export interface Scaled {
  readonly name: string;
  readonly few: ScaledSite;
  readonly many: ScaledSite;
  readonly measurements: readonly Measurement[];
}

/** A server after everything was asked. */
export interface ScaledSite {
  readonly live: number;
  readonly resident: Resident;
  /** Of redis-server; null where there is none. */
  readonly store: Resident | null;
}

/** Most that memory and time of a request may grow. */
export const MOST_GROWTH_PERCENT = 20;

const HEAD = `# With many secrets

Made by \`npm run bench:scale\`: the same server on a store with few secrets that wait and on one with many, in turn, by 16
connections. The stores are filled directly, with rows as the server writes them; Redis with as many as it was given
memory for, and without rewriting its append-only file meanwhile. A store with many must be at least ${100 - MOST_GROWTH_PERCENT} % as fast, and its
server must not take more than ${MOST_GROWTH_PERCENT} % more memory.
`;

/** SCALE.md: an engine that was not measured keeps its part of the one before. */
export function describeScale(names: readonly string[], scaled: readonly Scaled[], before: string): string {
  const parts = names.flatMap((name) => {
    const measured = scaled.find((one) => one.name === name);
    return measured === undefined ? partOf(before, name) : [describePart(measured)];
  });
  return [HEAD, ...parts].join('\n');
}

function partOf(report: string, name: string): string[] {
  return report.split(/\n(?=## )/).filter((part) => part.startsWith(`## ${name}\n`));
}

export function describePart(scaled: Scaled): string {
  return `## ${scaled.name}

${describeMachine()}

${goalTable(scaled.measurements)}

${loadTable(scaled.measurements)}

Resident memory after all of it, in MB:

${table(['secrets', 'server: own', 'files', 'redis-server', 'of the one with few', ''], memoryRows(scaled))}
`;
}

function memoryRows({ few, many }: Scaled): string[][] {
  const ratio = totalOf(many.resident) / totalOf(few.resident);
  const verdict = ratio <= 1 + MOST_GROWTH_PERCENT / 100 ? 'bar met' : '**bar missed**';
  return [
    [...memoryCells(few), '', ''],
    [...memoryCells(many), percentText(ratio * 100), verdict],
  ];
}

function memoryCells({ live, resident, store }: ScaledSite): string[] {
  const shown = store === null ? '' : megabytes(totalOf(store));
  return [live.toLocaleString('en'), megabytes(resident.ownBytes), megabytes(resident.fileBytes), shown];
}

function totalOf({ ownBytes, fileBytes }: Resident): number {
  return ownBytes + fileBytes;
}
