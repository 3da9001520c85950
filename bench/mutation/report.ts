import { inOneLine, mutantName, type Reasons } from './accepted.ts';
import type { Group, Part } from './groups.ts';
import type { JudgedMutant, Verdict } from './judged.ts';
import type { Verdicts } from './kept-verdicts.ts';

const BAR_PERCENT = 80;

const HEAD = `# Mutation testing

Written by \`npm run mutate\`. A mutant is the program with one place changed, as a slip might change it: a comparison turned
round, a condition that always holds, a statement left out. It is killed when a test fails. What StrykerJS finds in the
code is joined by mutants of our own in the texts of Lua scripts and SQL statements, piece by piece.

The score is killed and timeouts (a test that never ends has seen it) of all but the broken ones, which do not even load.
At least ${BAR_PERCENT} % are asked for. Which tests judge which sources says \`bench/mutation/groups.ts\`; the rest of the suite
is not asked, so a survivor here may be killed there.
`;

export interface JudgedPart {
  readonly group: Group;
  readonly sources: readonly string[];
}

/** MUTATION.md; and what is wrong with the list of reasons, or with the score. */
export function mutationReport(
  parts: readonly JudgedPart[],
  verdicts: Verdicts,
  reasons: Reasons,
): { report: string; complaints: string[] } {
  const names: readonly Part[] = ['crypto', 'secret life cycle'];
  const sourcesOf = (part: Part) => parts.filter(({ group }) => group.part === part).flatMap(({ sources }) => sources);
  const judgedIn = (part: Part) => sourcesOf(part).flatMap((source) => verdicts[source] ?? []);
  const tables = names.map((part) => tableOf(part, sourcesOf(part), verdicts));
  const survivors = names.flatMap(judgedIn).filter(({ verdict }) => verdict === 'survived' || verdict === 'not-run');
  const complaints = [
    ...names.filter((part) => scoreOf(judgedIn(part)) < BAR_PERCENT).map((part) => `${part}: below ${BAR_PERCENT} %`),
    ...staleReasons(survivors, verdicts, reasons),
  ];
  return { report: [HEAD, ...tables, survivorList(survivors, reasons)].join('\n'), complaints };
}

function tableOf(part: Part, sources: readonly string[], verdicts: Verdicts): string {
  const rows = sources.map((source) => rowOf(source, verdicts[source] ?? []));
  const total = rowOf(
    `**${part}**`,
    sources.flatMap((source) => verdicts[source] ?? []),
  );
  return `## ${part}

| file | mutants | killed | timeouts | survived | no test comes there | broken | score |
|---|---:|---:|---:|---:|---:|---:|---:|
${[...rows, total].join('\n')}
`;
}

function rowOf(name: string, judged: readonly JudgedMutant[]): string {
  const counts = (['killed', 'timeout', 'survived', 'not-run', 'broken'] as const).map((one) => countOf(judged, one));
  const score = judged.length === 0 ? '' : `${scoreOf(judged).toFixed(1)} %`;
  return `| ${[name, judged.length, ...counts, score].join(' | ')} |`;
}

function countOf(judged: readonly JudgedMutant[], verdict: Verdict): number {
  return judged.filter((one) => one.verdict === verdict).length;
}

function scoreOf(judged: readonly JudgedMutant[]): number {
  const seen = countOf(judged, 'killed') + countOf(judged, 'timeout');
  const counted = judged.length - countOf(judged, 'broken');
  return counted === 0 ? 100 : (100 * seen) / counted;
}

function survivorList(survivors: readonly JudgedMutant[], reasons: Reasons): string {
  const kinds = survivors.map((mutant) => reasons.get(mutantName(mutant))?.kind ?? 'open');
  const numberOf = (kind: string) => kinds.filter((one) => one === kind).length;
  return `## What survives

${survivors.length} mutants: ${numberOf('equivalent')} do the same as the program (equivalent), ${numberOf('left')} are left, \
${numberOf('open')} have nobody's reason yet.

${survivors.map((mutant) => survivorLine(mutant, reasons)).join('\n')}
`;
}

function survivorLine(mutant: JudgedMutant, reasons: Reasons): string {
  const reason = reasons.get(mutantName(mutant));
  const why = reason ? `${reason.kind}: ${reason.why}` : 'no reason yet';
  const change = `${asCode(mutant.original)} → ${asCode(mutant.replacement)}`;
  return `- ${mutant.source}:${mutant.line} ${change}: ${why}`;
}

function asCode(code: string): string {
  return `\`\` ${inOneLine(code) || '(nothing)'} \`\``;
}

/** A reason for what is killed by now, or is there no more. */
function staleReasons(survivors: readonly JudgedMutant[], verdicts: Verdicts, reasons: Reasons): string[] {
  const names = new Set(survivors.map(mutantName));
  const judged = [...reasons.keys()].filter((name) => verdicts[name.split('\t')[0] ?? ''] !== undefined);
  return judged.filter((name) => !names.has(name)).map((name) => `accepted.tsv, without need: ${name}`);
}
