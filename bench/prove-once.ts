// npm run prove:once -- [--rounds 1000] [--readers 200] [--store sqlite|redis] [--processes 1,2,3] [--faults off]: whether
// each secret is handed over exactly once while connections break, the store stops and processes die. All
// configurations together are written into bench/EXACTLY-ONCE.md. Exit code 1 if one round was not as it should be.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Proved, proveConfiguration } from '../tests/durability/proved-rounds.ts';
import type { StoreName } from '../tests/durability/stage.ts';
import { ensurePrograms } from '../tests/support/install.ts';
import { isOnce, pageOf, tableOf } from './exactly-once-report.ts';

const STORES: readonly StoreName[] = ['sqlite', 'redis'];
const PROCESSES = '1,2,3';
/** Of the rounds that were not as they should be. */
const MOST_SHOWN = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    readers: { type: 'string', default: '200' },
    store: { type: 'string' },
    processes: { type: 'string', default: PROCESSES },
    faults: { type: 'string', default: 'on' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  ensurePrograms(['redis-server']);
  const proved: Proved[] = [];
  for (const store of chosenStores()) {
    for (const processes of values.processes.split(',').map(atLeastOne)) {
      const sizes = { rounds: atLeastOne(values.rounds), readers: atLeastOne(values.readers) };
      const one = await proveConfiguration({ store, processes, ...sizes, hasFaults: values.faults !== 'off' });
      proved.push(one);
      console.log([tableOf([one]), ...troublesOf(one)].join('\n'));
    }
  }
  const isWhole = values.store === undefined && values.processes === PROCESSES && values.faults === 'on';
  if (isWhole) writeFileSync(join(import.meta.dirname, 'EXACTLY-ONCE.md'), pageOf(proved));
  return isOnce(proved) ? 0 : 1;
}

function troublesOf({ failure, tally }: Proved): readonly string[] {
  const wrong = tally.wrong.slice(0, MOST_SHOWN).map((one) => JSON.stringify(one));
  return failure === null ? wrong : [failure, ...wrong];
}

function chosenStores(): readonly StoreName[] {
  const chosen = STORES.filter((name) => name === (values.store ?? name));
  if (chosen.length === 0) throw new Error(`--store is one of ${STORES.join(', ')}`);
  return chosen;
}

function atLeastOne(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`not a whole number from 1: ${text}`);
  return number;
}
