// npm run bench:start: from the start of the process to its first page, and what it takes
// when it has nothing to do; into bench/START.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount, commandLine, count } from './command-line.ts';
import type { Resident } from './load/process-figures.ts';
import { describeMachine } from './report/machine.ts';
import { median } from './report/statistics.ts';
import { megabytes, table } from './report/table.ts';
import { restingMemory, type Started, startedPrograms, timeStart } from './start/time-start.ts';

const BAR_MS = 300;
const BAR_MB = 100;

const { rounds, idleSeconds } = commandLine('bench:start', 'From the start to the first page, and memory at rest.')
  .option('--rounds <number>', 'starts of each program', count, 20)
  .option('--idle-seconds <number>', 'rest before memory is looked at', amount, 30)
  .parse()
  .opts<{ rounds: number; idleSeconds: number }>();

const cleanups: (() => unknown)[] = [];
const t = { after: (run: () => unknown) => cleanups.push(run) };
try {
  const starts = startedPrograms.map(() => [] as Started[]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [, command]] of startedPrograms.entries()) starts[at]?.push(await timeStart(t, command));
  }
  const idle = await Promise.all(startedPrograms.map(([, command]) => restingMemory(t, command, idleSeconds)));
  const report = describe(startedPrograms.map(([name], at) => row(name, starts[at] ?? [], idle[at])));
  console.log(report);
  writeFileSync(join(import.meta.dirname, 'START.md'), report);
} finally {
  for (const cleanup of cleanups) cleanup();
}

function row(name: string, starts: readonly Started[], idle: Resident | undefined): string[] {
  const ms = starts.map((one) => one.ms);
  const { ownBytes, fileBytes } = idle ?? { ownBytes: 0, fileBytes: 0 };
  return [
    name,
    `**${median(ms).toFixed(0)}** (${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)})`,
    median(starts.map(({ cpuMs }) => cpuMs)).toFixed(0),
    `**${megabytes(ownBytes + fileBytes)}**`,
    megabytes(ownBytes),
    megabytes(fileBytes),
  ];
}

function describe(rows: readonly string[][]): string {
  return `# Start and rest

Made by \`npm run bench:start\`: ${rounds} starts each, in turn, from the start of the process to the last byte of the first
200 for the home page, with an empty data folder (median, least–most); and the memory of one that has been left alone for
${idleSeconds} s after its first page.

${describeMachine()}

${table(['what', 'start, ms', 'its CPU, ms', 'resident, MB', 'of it its own', 'of it pages of files'], rows)}

Bars: ${BAR_MS} ms, ${BAR_MB} MB. Its own is what each process takes. Pages of files are those parts of the executable that it
has touched: processes on one machine share them, the system drops them where memory is short, and how many there are
depends on how large the pieces are in which it keeps the file, so a file just written counts for more.
`;
}
