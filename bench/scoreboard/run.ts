// npm run scoreboard: what the promises about security are worth today, measured against servers of its own, into the
// table of docs/security.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument } from 'commander';
import { ensurePrograms } from '../../tests/support/install.ts';
import { commandLine } from '../command-line.ts';
import { reasonFor } from './reasons.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import { lineOf, type Measured, withRows } from './table.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/security.md');

const order = rows.map(({ name }) => name);
const command = commandLine('scoreboard', 'What the promises about security are worth, into docs/security.md.')
  .addArgument(new Argument('[rows...]', 'these alone; the others stay as they were').choices(order))
  .parse();

process.exitCode = await main(command.processedArgs[0] ?? []);

async function main(names: readonly string[]): Promise<number> {
  ensurePrograms(['redis-server', 'chromium']);
  const measured: Measured[] = [];
  for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
    measured.push(await measureRow(row));
    writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), measured, order));
  }
  const unexplained = measured.filter(({ verdict, reason }) => verdict !== 'green' && reason === null);
  if (unexplained.length === 0) return 0;
  console.error(`not green: ${unexplained.map(({ row }) => row.name).join(', ')}`);
  return 1;
}

/** A measurement that breaks is red: whatever it was to show, it has not shown. */
async function measureRow(row: Row): Promise<Measured> {
  const cleanups: (() => unknown)[] = [];
  const finding = await row
    .measure({ after: (run) => cleanups.push(run) })
    .catch((error: Error) => ({ tried: 'broken off', seen: error.message, verdict: 'red' as const }))
    .finally(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });
  const day = new Date().toISOString().slice(0, 10);
  const measured = { ...finding, row, day, reason: reasonFor(row.name, finding.verdict) };
  console.log(lineOf(measured));
  return measured;
}
