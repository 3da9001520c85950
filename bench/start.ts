// npm run bench:start, after npm run build:binary: from the start of the process to its first page, and what it takes
// when it has nothing to do; into bench/START.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../tests/support/children.ts';
import { freePort } from '../tests/support/free-port.ts';
import { type Command, executable } from '../tests/support/program.ts';
import { temporaryFolder } from '../tests/support/temp.ts';
import { describeMachine } from './machine.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const IDLE_SECONDS = Number(process.env.BENCH_IDLE_SECONDS ?? 30);
const BAR_MS = 300;
const BAR_MB = 100;
/** In which Linux counts the time of a process. */
const TICK_MS = 10;

/** The least that any server on Node can be: what of the figures is not ours. */
const BARE = `require('node:http').createServer((_, answer) => answer.end('x'))
  .listen(process.env.PORT, '127.0.0.1', () => console.log('is ready at'))`;
const BUNDLE = resolve(import.meta.dirname, '../dist/hushlink.js');

const programs: readonly (readonly [string, Command])[] = [
  ['the executable', [executable, 'serve']],
  ['node dist/hushlink.js', [process.execPath, BUNDLE, 'serve']],
  ['a bare server of Node', [process.execPath, '--eval', BARE]],
];

interface Started {
  readonly ms: number;
  /** Of all its threads. */
  readonly cpuMs: number;
}

interface Memory {
  readonly ownMb: number;
  readonly fileMb: number;
}

const cleanups: (() => unknown)[] = [];
try {
  const starts = programs.map(() => [] as Started[]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [, command]] of programs.entries()) starts[at]?.push(await timeStart(command));
  }
  const idle = await Promise.all(programs.map(([, command]) => restingMemory(command)));
  const report = describe(programs.map(([name], at) => row(name, starts[at] ?? [], idle[at])));
  console.log(report);
  writeFileSync(join(import.meta.dirname, 'START.md'), report);
} finally {
  for (const cleanup of cleanups) cleanup();
}

/** With an empty data folder, so that the site secret and the tables are made too. */
async function timeStart(command: Command): Promise<Started> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = start(command, port);
  await firstPage(child, port);
  const ms = performance.now() - startedMs;
  const cpuMs = cpuMsOf(child.pid);
  await child.kill('SIGKILL');
  return { ms, cpuMs };
}

async function restingMemory(command: Command): Promise<Memory> {
  const port = await freePort();
  const child = start(command, port);
  await firstPage(child, port);
  await wait(IDLE_SECONDS * 1000);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  await child.kill();
  const mbOf = (name: string) => (Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { ownMb: mbOf('RssAnon'), fileMb: mbOf('RssFile') };
}

function start([program, ...args]: Command, port: number): Child {
  const cwd = temporaryFolder({ after: (run) => cleanups.push(run) });
  return startChild(program, args, { cwd, env: { PORT: String(port) } });
}

/** Asked for as soon as the server says that it is there: asking before that would take its time away. */
async function firstPage(child: Child, port: number): Promise<void> {
  await child.waitFor(/is ready at/);
  const status = await new Promise((resolve, reject) => {
    const asking = get({ host: '127.0.0.1', port, path: '/', agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    asking.once('error', reject);
  });
  if (status !== 200) throw new Error(`the first page was answered with ${status}`);
}

function cpuMsOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(afterName[11]) + Number(afterName[12])) * TICK_MS;
}

function row(name: string, starts: readonly Started[], idle: Memory | undefined): string {
  const [ms, cpuMs] = [starts.map((one) => one.ms), starts.map((one) => one.cpuMs)].map((all) =>
    all.toSorted((a, b) => a - b),
  ) as [number[], number[]];
  const { ownMb, fileMb } = idle ?? { ownMb: 0, fileMb: 0 };
  const cells = [
    name,
    `**${median(ms).toFixed(0)}** (${ms[0]?.toFixed(0)}–${ms.at(-1)?.toFixed(0)})`,
    median(cpuMs).toFixed(0),
    `**${(ownMb + fileMb).toFixed(0)}**`,
    ownMb.toFixed(0),
    fileMb.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function describe(rows: readonly string[]): string {
  return `# Start and rest

Made by \`npm run bench:start\`: ${ROUNDS} starts each, in turn, from the start of the process to the last byte of the first
200 for the home page, with an empty data folder (median, least–most); and the memory of one that has been left alone for
${IDLE_SECONDS} s after its first page.

${describeMachine()}

| what | start, ms | its CPU, ms | resident, MB | of it its own | of it pages of files |
|---|---|---|---|---|---|
${rows.join('\n')}

Bars: ${BAR_MS} ms, ${BAR_MB} MB. Its own is what each process takes. Pages of files are those parts of the executable that it
has touched: processes on one machine share them, the system drops them where memory is short, and how many there are
depends on how large the pieces are in which it keeps the file, so a file just written counts for more.
`;
}
