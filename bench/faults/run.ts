// npm run prove:faults: breaks what a server stands on, under load, into bench/FAULTS.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePrograms } from '../../tests/support/install.ts';
import { amount, commandLine } from '../command-line.ts';
import { clockFaults } from './clock-faults.ts';
import { databaseFaults } from './database-faults.ts';
import { type Done, describeRun } from './describe-run.ts';
import { diskFaults } from './disk-faults.ts';
import type { Fault } from './fault.ts';
import { redisNetworkFaults } from './redis-network-faults.ts';
import { redisProcessFaults } from './redis-process-faults.ts';
import { brokenPromises, describeSeen, overdue } from './report.ts';
import { runFault } from './run-fault.ts';
import { visitorFaults } from './visitor-faults.ts';

const command = commandLine('prove:faults', 'Breaks what a server stands on, under load, into bench/FAULTS.md.')
  .argument('[part]', 'of the names of faults and stores; then FAULTS.md stays as it is')
  .option('--seconds <number>', 'how long each lasts', amount, 12)
  .parse();
const FAULTS: readonly Fault[] = [
  ...redisProcessFaults,
  ...redisNetworkFaults,
  ...diskFaults,
  ...databaseFaults,
  ...visitorFaults,
  ...clockFaults,
];
const QUIET_MS = 2_000;

process.exitCode = await main(command.processedArgs[0] ?? '', command.opts<{ seconds: number }>().seconds * 1000);

async function main(part: string, faultMs: number): Promise<number> {
  const chosen = FAULTS.filter(({ name, store }) => `${name} ${store}`.includes(part));
  if (chosen.length === 0) command.error(`no fault's name holds '${part}'`);
  ensurePrograms(['redis-server', 'prlimit', 'setpriv']);
  const done: Done[] = [];
  for (const fault of chosen) {
    const phases = { before: () => pause(QUIET_MS), during: () => pause(faultMs), after: () => pause(QUIET_MS) };
    const seen = await runFault(fault, phases);
    done.push({ fault, seen });
    console.log(describeSeen(fault, seen));
    if (part === '') writeFileSync(join(import.meta.dirname, '../FAULTS.md'), describeRun(done, faultMs));
  }
  return done.some(({ fault, seen }) => brokenPromises(fault, seen).length + overdue(fault, seen).length > 0) ? 1 : 0;
}
