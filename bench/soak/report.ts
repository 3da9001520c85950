import { lineChart, type Panel } from '../report/line-chart.ts';
import { describeMachine } from '../report/machine.ts';
import { mean } from '../report/statistics.ts';
import { figure, megabytes, table } from '../report/table.ts';
import type { Sample } from './samples.ts';
import type { Change, Verdict } from './verdict.ts';

/** One run. */
export interface Soak {
  /** As tables name the store. */
  readonly store: string;
  readonly minutes: number;
  readonly share: number;
  readonly capacityPerSecond: number;
  readonly samples: readonly Sample[];
  readonly verdict: Verdict;
}

const SECONDS_PER_MINUTE = 60;

/** SOAK.md. */
export function describeSoaks(soaks: readonly Soak[]): string {
  return `# Under load for long

Made by \`npm run bench:soak\`: mixed work (of ten requests four create, four reveal, one asks for a status, one for the home
or the secret page) at a fixed rate, a share of what the server did before when 64 connections asked as fast as they
could. Requests are due at fixed instants, and each takes from the instant at which it was due: a server that falls
behind is not waited for. The default configuration, limits raised so far that nothing is refused.

${describeMachine()}

${soaks.map(describeSoak).join('\n')}`;
}

/** The file that belongs to a chapter. */
export function chartName({ store }: Pick<Soak, 'store'>): string {
  return `SOAK-${store}.svg`;
}

export function chartOf({ store, samples }: Soak): string {
  const panel = (title: string, pick: (sample: Sample) => number): Panel => ({
    title,
    points: samples.map((sample) => ({ x: sample.atSeconds / SECONDS_PER_MINUTE, y: pick(sample) })),
  });
  return lineChart(`Under load on ${store}`, 'minutes', [
    panel('resident memory of the server, MB', ({ residentBytes }) => residentBytes / 1e6),
    panel('p99, ms', ({ p99Ms }) => p99Ms),
  ]);
}

function describeSoak(soak: Soak): string {
  const { store, minutes, share, capacityPerSecond, samples, verdict } = soak;
  const rate = figure(capacityPerSecond * share);
  const head = ['minute', 'per second', 'errors', 'p50 ms', 'p99 ms', 'memory, MB', 'event loop p99 ms', logOf(store)];
  return `## ${store}

For ${minutes} min at ${rate} requests per second, ${Math.round(share * 100)} % of ${figure(capacityPerSecond)}.

${verdictTable(verdict)}

After a warm-up of ${figure(verdict.warmUpSeconds / SECONDS_PER_MINUTE)} minutes, the first third beside the last. Flat is memory within 10 % either way,
and a p99 that has grown by no more than a quarter, or two milliseconds.

![Memory and p99 over time](${chartName(soak)})

${table(head, minutesOf(samples).map(minuteRow))}

The event loop's delay is measured by a timer of 10 ms, which it holds.
`;
}

function logOf(store: string): string {
  return store === 'Redis' ? 'append-only files, MB' : 'write-ahead log, MB';
}

function verdictTable({ memory, p99, errors, isPassed }: Verdict): string {
  const row = (what: string, { first, last, isFlat }: Change, text: (value: number) => string) => [
    ...[what, text(first), text(last), isFlat ? 'flat' : '**not flat**'],
  ];
  return table(
    ['', 'first third', 'last third', isPassed ? 'passed' : '**failed**'],
    [
      row('memory, MB', memory, megabytes),
      row('p99, ms', p99, figure),
      ['errors', '', String(errors), errors === 0 ? 'none' : '**some**'],
    ],
  );
}

function minutesOf(samples: readonly Sample[]): [string, Sample[]][] {
  const minuteOf = ({ atSeconds }: Sample) => String(Math.ceil(Math.round(atSeconds) / SECONDS_PER_MINUTE));
  return Object.entries(Object.groupBy(samples, minuteOf)).map(([minute, group]) => [minute, group ?? []]);
}

/** The worst ten seconds of a minute for what must not grow, the mean of the rest. */
function minuteRow([minute, samples]: readonly [string, readonly Sample[]]): string[] {
  const all = (pick: (sample: Sample) => number) => samples.map(pick);
  const seconds = samples.length * SAMPLE_SECONDS;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [
    minute,
    figure(sum(all(({ done }) => done)) / seconds),
    String(sum(all(({ errors }) => errors))),
    figure(mean(all(({ p50Ms }) => p50Ms))),
    figure(Math.max(...all(({ p99Ms }) => p99Ms))),
    megabytes(Math.max(...all(({ residentBytes }) => residentBytes))),
    figure(Math.max(...all(({ loopP99Ms }) => loopP99Ms))),
    (Math.max(...all(({ logBytes }) => logBytes)) / 1e6).toFixed(1),
  ];
}

/** How far samples are apart. */
export const SAMPLE_SECONDS = 10;
