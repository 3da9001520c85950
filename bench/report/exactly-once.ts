import type { Tally } from '#src/cli/prove-once/tally.ts';
import type { Proved } from '../../tests/durability/proved-rounds.ts';
import { describeMachine } from './machine.ts';
import { table } from './table.ts';

const STORES = { sqlite: 'SQLite, FULL', redis: 'Redis, AOF every second' } as const;
const HEADINGS = [
  ...['store', 'processes', 'rounds × readers', 'requests', '**doubled**', '**lost**', 'hollow', 'unsettled'],
  ...['broken connections', 'pauses of the store', 'kills', 'asked again', 'got it so', 'sent within, ms', 'seconds'],
];

/** Whether every round of every configuration was run, and delivered exactly one copy. */
export function isOnce(proved: readonly Proved[]): boolean {
  return proved.every(({ tally, failure }) => tally.rounds > 0 && tally.wrong.length === 0 && failure === null);
}

/** The page that stands in the repository. */
export function pageOf(proved: readonly Proved[]): string {
  return `# Exactly once

Made by \`npm run prove:once\`, with the rounds of \`hushlink prove-once\`: in each a secret is shared, all readers hold an open
connection and all of their claim but its last byte, the last bytes are sent together, and the copies are counted by
looking for the content in what came back, whole or not. Then one more reader asks.

${describeMachine()}; servers, store and readers share it.

${tableOf(proved)}

${verdictOf(proved)}

**Faults** come while the rounds go on. In every fifth round half of the connections break somewhere within their next
answer; in every twentieth the store stops for 300 ms (redis-server by SIGSTOP, the SQLite file by a write lock of somebody
else); in every fiftieth a process is killed with SIGKILL and started again. Each reader has a token of its own
(\`Idempotency-Key\`) and asks the next process again with it when it was told neither yes nor no: *asked again* counts
those readers, *got it so* the copies that came only then.

*Lost*: nobody got the content, and it is gone; in brackets those where a reader was told neither yes nor no, who alone may
have been given it. *Hollow*: an answer of success without the content. *Unsettled*: nobody got it, and nobody was told
that it is gone. *Sent within*: from the first reader's last byte to the last one's, median and most. *Requests* are the
claims.
`;
}

/** The same table for the terminal. */
export function tableOf(proved: readonly Proved[]): string {
  return table(HEADINGS, proved.map(cellsOf));
}

function cellsOf({ configuration, tally, faults, seconds }: Proved): readonly string[] {
  const { store, processes, readers } = configuration;
  const { spreadMs } = tally;
  const requests = Object.values(tally.answers).reduce((sum, count) => sum + count, 0);
  return [
    ...[STORES[store], `${processes}`, `${tally.rounds} × ${readers}`, `${requests}`],
    ...[`**${tally.doubled}**`, `**${tally.lost}**${tally.lostOnTheWay === 0 ? '' : ` (${tally.lostOnTheWay})`}`],
    ...[`${tally.hollow}`, `${tally.unsettled}`],
    ...[faults?.brokenConnections, faults?.pauses, faults?.kills].map((count) => `${count ?? '–'}`),
    ...(faults === null ? ['–', '–'] : [`${tally.askedAgain}`, `${tally.rescued}`]),
    ...[`${spreadMs.median.toFixed(1)} (${spreadMs.max.toFixed(1)})`, seconds.toFixed(0)],
  ];
}

function verdictOf(proved: readonly Proved[]): string {
  const sum = (count: (tally: Tally) => number) => proved.reduce((total, { tally }) => total + count(tally), 0);
  const [rounds, doubled, lost] = [
    sum((tally) => tally.rounds),
    sum((tally) => tally.doubled),
    sum((tally) => tally.lost),
  ];
  const onTheWay =
    lost === 0 ? '' : `, ${sum((tally) => tally.lostOnTheWay)} of them with an answer that may have broken off`;
  const failures = proved.flatMap(({ failure }) => failure ?? []);
  const cutShort = failures.length === 0 ? '' : ` Cut short: ${failures.join(' ')}`;
  return `Of ${rounds} secrets ${doubled} were handed over twice, and ${lost} were lost${onTheWay}.${cutShort}`;
}
