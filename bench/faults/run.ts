// npm run prove:faults [-- part of a name] [--seconds 12]: breaks what a server stands on, under load, into bench/FAULTS.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensurePrograms } from '../../tests/support/install.ts';
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

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '12' } },
  allowPositionals: true,
});
const FAULTS: readonly Fault[] = [
  ...redisProcessFaults,
  ...redisNetworkFaults,
  ...diskFaults,
  ...databaseFaults,
  ...visitorFaults,
  ...clockFaults,
];
const QUIET_MS = 2_000;

process.exitCode = await main(positionals[0] ?? '', Number(values.seconds) * 1000);

async function main(part: string, faultMs: number): Promise<number> {
  ensurePrograms(['redis-server', 'prlimit', 'setpriv']);
  const done: Done[] = [];
  for (const fault of FAULTS.filter(({ name, store }) => `${name} ${store}`.includes(part))) {
    const phases = { before: () => pause(QUIET_MS), during: () => pause(faultMs), after: () => pause(QUIET_MS) };
    const seen = await runFault(fault, phases);
    done.push({ fault, seen });
    console.log(describeSeen(fault, seen));
    if (part === '') writeFileSync(join(import.meta.dirname, '../FAULTS.md'), describeRun(done, faultMs));
  }
  return done.some(({ fault, seen }) => brokenPromises(fault, seen).length + overdue(fault, seen).length > 0) ? 1 : 0;
}
