// npm run mutate [-- files…]: changes crypto and the secret life cycle in one place after the other, and looks whether a
// test fails each time. With files only these are judged; MUTATION.md is written of what is known of all.
import { globSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePrograms } from '../tests/support/install.ts';
import { readReasons } from './mutation/accepted.ts';
import { groups } from './mutation/groups.ts';
import { judgeCode } from './mutation/judge-code.ts';
import { judgeTexts } from './mutation/judge-text.ts';
import { keepVerdicts, readVerdicts } from './mutation/kept-verdicts.ts';
import { mutationReport } from './mutation/report.ts';

/** Each of them keeps one core busy. */
const AT_ONCE = 2;

process.chdir(resolve(import.meta.dirname, '..'));
const wanted = process.argv.slice(2);
const parts = groups.map((group) => ({ group, sources: group.sources.flatMap((pattern) => globSync(pattern).sort()) }));
const all = parts.flatMap(({ sources }) => sources);
const unknown = wanted.filter((file) => !all.includes(file));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not among\n${all.join('\n')}`);

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
