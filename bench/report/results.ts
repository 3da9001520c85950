import type { Resident } from '../load/process-figures.ts';
import { JUDGED_CONNECTIONS, type Measurement } from '../rows/rounds.ts';
import type { Started } from '../start/time-start.ts';
import type { PageWeight, Weighed } from '../weight/page-weight.ts';
import { describeMachine } from './machine.ts';
import { boundTable, goalTable, loadTable, referenceTable } from './row-tables.ts';
import { type Run, runsTable } from './runs.ts';
import { median } from './statistics.ts';
import { megabytes, table } from './table.ts';

/** Of one server, before the first row and after the last. */
export interface MemoryChange {
  readonly name: string;
  readonly before: Resident;
  readonly after: Resident;
}

export interface Results {
  readonly measurements: readonly Measurement[];
  readonly memory: readonly MemoryChange[];
  readonly weights: readonly PageWeight[];
  readonly starts: readonly (readonly [string, readonly Started[]])[];
  /** This run, and all of RUNS.tsv, itself included. */
  readonly run: Run;
  readonly runs: string;
}

/** RESULTS.md. */
export function describeResults({ measurements, memory, weights, starts, run, runs }: Results): string {
  const ofPart = (part: string) => measurements.filter(({ row }) => row.part === part);
  const [secrets, others] = [ofPart('secrets'), ofPart('others')];
  return `# Results

Made by \`npm run bench\`. Load generator, server and Redis share the same cores. Each row alternates with its references,
in the same run, and stands here with the median of its rounds: the ratio of each round by itself is what counts, since
the machine is shared. *Express* is a bare Express 5 that echoes the JSON of a create, or sends a string as long as the
page (beside dashboard and recents: as long as home); *node:http* is the same without Express; *raw store* is what a
create writes, into the same tables or keys and just as durable, a group as large as there are connections at a time,
without HTTP, sealing and counting; *seal and store* is a bare Express 5 that seals and opens with our crypto and asks
our store, and does nothing else: no checks, no limits, no headers, no log.

The server has its default configuration, but that sign-ins need not wait for each other: every answer with all its
headers, a line of the log for each request (into a pipe to \`cat\`, as in a container), and limits that count, raised so
far that nothing is refused. A secret is 100 bytes, anonymous, without a passphrase. SQLite runs with
\`synchronous=FULL\`: a create is answered after its fsync. Redis runs with its append-only file, fsync every second.

${describeMachine()}

![Share of the reference, with bar and aim](RESULTS.svg)

## What is promised

At ${JUDGED_CONNECTIONS} connections. Bars are what the project holds itself to, aims what it would like; where the time of each goes:
[PROFILE.md](PROFILE.md).

${goalTable(secrets)}

A create and a reveal cannot do without an Express, sealing and the store. How far that alone comes on this machine:

${boundTable(secrets)}

## On other machines

Every whole run so far, with the server of its day ([RUNS.tsv](RUNS.tsv)): what a bare Express echoes in a second, then
each promise with its bar, in percent of its reference or in milliseconds; what missed its bar is bold. The quicker a
machine lets Express echo, the smaller is our share of it.

${runsTable(runs, run)}

## How it bears load

Microseconds are processor time for each request; the generator's share is of one core. A cycle of create and reveal
is one in 'per second' and two requests in the microseconds. The secrets that are revealed are made before the time begins.

${loadTable(secrets)}

## What else is asked

${goalTable(others)}

${loadTable(others)}

## Memory

Resident memory of the server before the first row (a customer, and secrets that wait, were made by then) and after all
of them, in MB: its own, and pages of files.

${table(['server', 'before: own', 'files', 'after: own', 'files'], memory.map(memoryRow))}

## A first visit

Bytes of bodies on the wire, as a browser gets them, and the most that \`tests/weight\` allows.

${table(['page', 'HTML', 'style', 'script'], weights.map(weightRow))}

## Cold start

From the start of the process to the last byte of the first page, with an empty data folder (median, least–most). More
starts, and memory at rest: \`npm run bench:start\`, [START.md](START.md).

${table(['what', 'ms', 'its CPU, ms'], starts.map(startRow))}

## The references

At ${JUDGED_CONNECTIONS} connections.

${referenceTable(measurements.filter(({ connections }) => connections === JUDGED_CONNECTIONS))}
`;
}

/** Some rows alone, for whoever works on them. */
export function describeRows(measurements: readonly Measurement[]): string {
  const tables = [goalTable, boundTable, loadTable, referenceTable];
  return tables.map((tableOf) => tableOf(measurements)).join('\n\n');
}

function memoryRow({ name, before, after }: MemoryChange): string[] {
  return [name, ...[before, after].flatMap(({ ownBytes, fileBytes }) => [megabytes(ownBytes), megabytes(fileBytes)])];
}

function weightRow({ name, html, style, script }: PageWeight): string[] {
  return [name, ...[html, style, script].map(weighedText)];
}

function weighedText({ bytes, mostBytes }: Weighed): string {
  const shown = bytes.toLocaleString('en');
  if (mostBytes === null) return shown;
  const text = `${shown} of ${mostBytes.toLocaleString('en')}`;
  return bytes <= mostBytes ? text : `**${text}**`;
}

function startRow([name, starts]: readonly [string, readonly Started[]]): string[] {
  const ms = starts.map((started) => started.ms);
  const range = `${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)}`;
  return [name, `**${median(ms).toFixed(0)}** (${range})`, median(starts.map(({ cpuMs }) => cpuMs)).toFixed(0)];
}
