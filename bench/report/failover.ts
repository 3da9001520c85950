import { LAG_MS, type Round, sumOf } from '../../tests/cluster/failover-rounds.ts';
import { describeMachine } from './machine.ts';
import { table } from './table.ts';

export interface Configuration {
  /** What promotes another master. */
  readonly store: 'sentinel' | 'cluster';
  readonly waitReplicas: number;
}

export interface Done {
  readonly configuration: Configuration;
  readonly rounds: readonly Round[];
}

const STORES = {
  sentinel: 'Sentinel, two replicas',
  cluster: 'Cluster, one replica for each of three masters',
} as const;
const HEADINGS = [
  ...['store', '`wait_replicas`', 'deaths', 'secrets', '**handed out twice**', '**lost**', 'lost on the way'],
  ...['refused or broken off', 'longest without a master, s'],
];

/** Whether nothing was handed out twice where replicas are waited for; without them nothing is promised. */
export function isKept(done: readonly Done[]): boolean {
  return done.every(({ configuration, rounds }) => configuration.waitReplicas === 0 || sumOf(rounds).twice === 0);
}

/** The page that stands in the repository. */
export function pageOf(done: readonly Done[]): string {
  return `# When a master dies

Made by \`npm run prove:failover\`: under each store three processes of the server share and read, with six senders and
three readers for each secret, while its master is killed (SIGKILL) again and again. In every other round its replicas
had been cut off for the last ${LAG_MS} ms. The dead one comes back before the next round, and every secret that was ever
shared is asked for.

${describeMachine()}; servers, stores and visitors share it.

${tableOf(done)}

*Handed out twice*: to more than one reader. *Lost*: answered as shared, and gone though nobody had got it and every reader
was answered. *Lost on the way*: nobody got it, and a reader was left without an answer, who alone may have taken it.
*Refused or broken off* are requests. *Without a master* is from the death to the next secret that was shared: with the
Cluster and \`wait_replicas\` 1 until the dead one is back, since there is no other replica to wait for.

With 0 nothing is promised: what the replicas had not got when the master died never happened.
[operations.md](../docs/operations.md#what-can-be-lost-and-when) says what remains with each number.
`;
}

/** The same table for the terminal. */
export function tableOf(done: readonly Done[]): string {
  return table(HEADINGS, done.map(cellsOf));
}

function cellsOf({ configuration, rounds }: Done): readonly string[] {
  const { store, waitReplicas } = configuration;
  const sum = sumOf(rounds);
  return [
    ...[STORES[store], `${waitReplicas}`, `${sum.rounds}`, `${sum.shared}`],
    ...[`**${sum.twice}**`, `**${sum.lost}**`, `${sum.lostOnTheWay}`, `${sum.failures}`],
    (sum.longestAwayMs / 1000).toFixed(1),
  ];
}
