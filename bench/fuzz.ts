// npm run fuzz -- [--executions 1000000] [--seed S] [--store sqlite|redis] [--limits] [--path P]: requests drawn from the API's document.
import { parseArgs } from 'node:util';
import { fuzz } from '../tests/fuzz/fuzz.ts';
import { TIGHT_LIMITS } from '../tests/fuzz/seeds.ts';
import { ensurePrograms } from '../tests/support/install.ts';

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    limits: { type: 'boolean', default: false },
    /** Of one case, as a failure names it. */
    path: { type: 'string' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const engine = values.store === 'redis' ? 'Redis' : 'SQLite';
  const again = `--seed ${seed} --executions ${values.executions} --store ${values.store}${values.limits ? ' --limits' : ''}`;
  console.log(`The same again: npm run fuzz -- ${again}`);
  if (engine === 'Redis') ensurePrograms(['redis-server']);
  process.on('uncaughtException', (error) => {
    console.error(error, `\nSee it again: npm run fuzz -- ${again}`);
    process.exit(1);
  });
  try {
    const tally = await fuzz({
      ...{ engine, seed, executions: Number(values.executions) },
      ...(values.limits && { limits: TIGHT_LIMITS }),
      ...(values.path !== undefined && { path: values.path }),
      onBatch: ({ executions }) => console.log(`${executions} requests`),
    });
    for (const [outcome, times] of [...tally.outcomes].toSorted()) console.log(`${outcome}: ${times}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
