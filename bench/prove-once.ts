// npm run prove:once: whether each secret is handed over exactly once while connections break, the store stops and
// processes die. All configurations together are written into bench/EXACTLY-ONCE.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { type Proved, proveConfiguration } from '../tests/durability/proved-rounds.ts';
import type { StoreName } from '../tests/durability/stage.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { commandLine, count } from './command-line.ts';
import { isOnce, pageOf, tableOf } from './report/exactly-once.ts';

const STORES: readonly StoreName[] = ['sqlite', 'redis'];
const PROCESSES = [1, 2, 3];
/** Of the rounds that were not as they should be. */
const MOST_SHOWN = 20;

interface Options {
  readonly rounds: number;
  readonly readers: number;
  readonly store?: StoreName;
  readonly processes?: readonly number[];
  readonly faults: boolean;
}

const options = commandLine('prove:once', 'Whether each secret is handed over exactly once, whatever breaks.')
  .option('--rounds <number>', 'secrets for each configuration', count, 1000)
  .option('--readers <number>', 'who want the same one at once', count, 200)
  .addOption(new Option('--store <name>', 'this one alone').choices(STORES))
  .option('--processes <numbers>', 'of the server: such as 1,3 (default: 1,2,3)', (text) => text.split(',').map(count))
  .option('--no-faults', 'nothing breaks')
  .parse()
  .opts<Options>();

process.exitCode = await main();

async function main(): Promise<number> {
  ensurePrograms(['redis-server']);
  const proved: Proved[] = [];
  for (const store of STORES.filter((name) => name === (options.store ?? name))) {
    for (const processes of options.processes ?? PROCESSES) {
      const { rounds, readers, faults: hasFaults } = options;
      const one = await proveConfiguration({ store, processes, rounds, readers, hasFaults });
      proved.push(one);
      console.log([tableOf([one]), ...troublesOf(one)].join('\n'));
    }
  }
  const isWhole = options.store === undefined && options.processes === undefined && options.faults;
  if (isWhole) writeFileSync(join(import.meta.dirname, 'EXACTLY-ONCE.md'), pageOf(proved));
  return isOnce(proved) ? 0 : 1;
}

function troublesOf({ failure, tally }: Proved): readonly string[] {
  const wrong = tally.wrong.slice(0, MOST_SHOWN).map((one) => JSON.stringify(one));
  return failure === null ? wrong : [failure, ...wrong];
}
