// npm run mutate: changes crypto and the secret life cycle in one place after the other, and looks whether a test fails
// each time, into bench/MUTATION.md.
import { globSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Argument } from 'commander';
import { ensurePrograms } from '../tests/support/install.ts';
import { commandLine } from './command-line.ts';
import { readReasons } from './mutation/accepted.ts';
import { groups } from './mutation/groups.ts';
import { judgeCode } from './mutation/judge-code.ts';
import { judgeTexts } from './mutation/judge-text.ts';
import { keepVerdicts, readVerdicts } from './mutation/kept-verdicts.ts';
import { mutationReport } from './mutation/report.ts';

/** Each of them keeps one core busy. */
const AT_ONCE = 2;

process.chdir(resolve(import.meta.dirname, '..'));
const parts = groups.map((group) => ({ group, sources: group.sources.flatMap((pattern) => globSync(pattern).sort()) }));
const all = parts.flatMap(({ sources }) => sources);
const command = commandLine('mutate', 'Which slips in crypto and in the life of secrets no test notices.')
  .addArgument(new Argument('[files...]', 'these alone; MUTATION.md is written of what is known of all').choices(all))
  .parse();
const wanted: readonly string[] = command.processedArgs[0] ?? [];

ensurePrograms(['redis-server']);
for (const { group, sources } of parts) {
  const chosen = sources.filter((source) => wanted.length === 0 || wanted.includes(source));
  if (chosen.length === 0) continue;
  const judged = await judgeCode(group, chosen, AT_ONCE);
  keepVerdicts(chosen, [...judged, ...(await judgeTexts(group, chosen, AT_ONCE))]);
}

const verdicts = readVerdicts();
const missing = all.filter((source) => verdicts[source] === undefined);
const { report, complaints } = mutationReport(parts, verdicts, readReasons());
for (const complaint of complaints) console.error(complaint);
if (missing.length > 0) console.log(`${report}\nNot judged yet, so MUTATION.md stays: ${missing.join(', ')}`);
else writeFileSync(join(import.meta.dirname, 'MUTATION.md'), report);
