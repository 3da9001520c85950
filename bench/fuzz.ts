// npm run fuzz: requests drawn from the API's document.
import { Option } from 'commander';
import { fuzz } from '../tests/fuzz/fuzz.ts';
import { TIGHT_LIMITS } from '../tests/fuzz/seeds.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { commandLine, count } from './command-line.ts';

interface Options {
  readonly executions: number;
  readonly seed?: number;
  readonly store: 'sqlite' | 'redis';
  readonly limits?: boolean;
  readonly path?: string;
}

const options = commandLine('fuzz', "Requests drawn from the API's document.")
  .option('--executions <number>', 'requests', count, 1_000_000)
  .option('--seed <number>', 'what they are drawn by (default: another each time)', count)
  .addOption(new Option('--store <name>', 'what keeps').choices(['sqlite', 'redis']).default('sqlite'))
  .option('--limits', 'with limits that are soon reached')
  .option('--path <path>', 'of one case, as a failure names it')
  .parse()
  .opts<Options>();

process.exitCode = await main();

async function main(): Promise<number> {
  const { executions, store, limits, path } = options;
  const seed = options.seed ?? Date.now() % 2 ** 31;
  const engine = store === 'redis' ? 'Redis' : 'SQLite';
  const again = `--seed ${seed} --executions ${executions} --store ${store}${limits ? ' --limits' : ''}`;
  console.log(`The same again: npm run fuzz -- ${again}`);
  if (engine === 'Redis') ensurePrograms(['redis-server']);
  process.on('uncaughtException', (error) => {
    console.error(error, `\nSee it again: npm run fuzz -- ${again}`);
    process.exit(1);
  });
  try {
    const tally = await fuzz({
      ...{ engine, seed, executions },
      ...(limits && { limits: TIGHT_LIMITS }),
      ...(path !== undefined && { path }),
      onBatch: (soFar) => console.log(`${soFar.executions} requests`),
    });
    for (const [outcome, times] of [...tally.outcomes].toSorted()) console.log(`${outcome}: ${times}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
