// npm run bench:enumeration: whether the time of an answer tells that somebody has an account here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms } from '../tests/support/install.ts';
import { commandLine, count } from './command-line.ts';
import { type AccountTiming, timeAccounts } from './enumeration/account-timing.ts';
import { describeMachine } from './report/machine.ts';
import { isTelling, MOST_T } from './report/welch.ts';

const about = 'Whether the time of an answer tells that somebody has an account, into bench/ENUMERATION.md.';
const command = commandLine('bench:enumeration', about)
  .argument('[part]', 'of the names of what is measured; then ENUMERATION.md stays as it is')
  .option('--calls <number>', 'on each side: somebody, nobody', count, 1000)
  .option('--hard-calls <number>', 'the same where each takes a tenth of a second', count, 100)
  .parse();
const only: string = command.processedArgs[0] ?? '';
const { calls, hardCalls } = command.opts<{ calls: number; hardCalls: number }>();

ensurePrograms(['redis-server']);
const cleanups: (() => unknown)[] = [];
const t = { after: (run: () => unknown) => cleanups.push(run) };
const options = { calls, hardCalls, only };
const rows = await timeAccounts(t, { ...options, onTiming: (row) => console.log(describeRow(row)) }).finally(
  async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  },
);
if (rows.length === 0) command.error(`nothing that is measured holds '${only}' in its name`);
if (only === '') writeFileSync(join(import.meta.dirname, 'ENUMERATION.md'), describe());
const telling = rows.filter(isTelling);
for (const { name, engine } of telling) console.error(`the time tells: ${name}, ${engine}`);
process.exitCode = telling.length === 0 ? 0 : 1;

function describeRow(row: AccountTiming): string {
  const ms = (value: number) => value.toFixed(3);
  const { name, engine, argon2, calls, meanA, sdA, meanB, sdB, t, croppedT } = row;
  const cells = [
    name,
    engine,
    argon2,
    calls,
    ms(meanA),
    ms(sdA),
    ms(meanB),
    ms(sdB),
    t.toFixed(2),
    croppedT.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

function describe(): string {
  return `# Whether the time tells of an account

Made by \`npm run bench:enumeration\`: milliseconds of an answer for an address with an account and for one without,
in random order on one connection, and Welch's t; once more without the slowest tenth of all calls, which would hide
a small difference. The bar is ${MOST_T}. 'Next answer' is how long the server keeps five further requests waiting.

${describeMachine()}

| what | store | argon2 | calls | with: mean | sd | without: mean | sd | t | t, fastest 90 % |
|---|---|---|---|---|---|---|---|---|---|
${rows.map(describeRow).join('\n')}
`;
}
