// npm run scoreboard [-- NAME…]: what the promises about security are worth today, measured against servers of its own,
// into the table of docs/security.md. With names only those rows are measured, and the others stay as they were.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensurePrograms } from '../../tests/support/install.ts';
import { reasonFor } from './reasons.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import { lineOf, type Measured, withRows } from './table.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/security.md');

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const order = rows.map(({ name }) => name);
  const unknown = names.filter((name) => !order.includes(name));
  if (unknown.length > 0) return refuse(`unknown: ${unknown.join(', ')}. There are: ${order.join(', ')}`);
  ensurePrograms(['redis-server', 'chromium']);
  const measured: Measured[] = [];
  for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
    measured.push(await measureRow(row));
    writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), measured, order));
  }
  const unexplained = measured.filter(({ verdict, reason }) => verdict !== 'green' && reason === null);
  return unexplained.length === 0 ? 0 : refuse(`not green: ${unexplained.map(({ row }) => row.name).join(', ')}`);
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

function refuse(message: string): 1 {
  console.error(message);
  return 1;
}
