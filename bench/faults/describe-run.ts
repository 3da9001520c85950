import { describeMachine } from '../report/machine.ts';
import type { Fault, Seen } from './fault.ts';
import { brokenPromises, factsOf, overdue } from './report.ts';

/** A fault, and what it did. */
export interface Done {
  readonly fault: Fault;
  readonly seen: Seen;
}

/** bench/FAULTS.md. */
export function describeRun(done: readonly Done[], faultMs: number): string {
  return `# Faults

Made by \`npm run prove:faults\`. Under each server run three lanes that share, two that read (two readers at the same
instant for each secret), one that burns, one that looks at its sender's record and one that opens pages; where people
mostly look, one shares, three look and two open pages. Two seconds are quiet, then the fault lasts ${faultMs / 1000} s, two more are quiet; then every secret that was ever shared is asked for.

- *Lost*: answered as shared, and gone though nobody had got it. *Handed out twice*: to two readers, or after it was
  burned. *Lost on the way*: gone, and who had asked for it was left without an answer, or with 'not certain'.
- 404 to one of two readers is what was promised, and so is it to a page of a secret that was read meanwhile.
- Times are of a machine that the load shares.

${describeMachine()}

| store | fault | lost | twice | on the way | longest wait | shares again after | promise |
|---|---|---|---|---|---|---|---|
${done.map(rowOf).join('\n')}

${done.map(chapterOf).join('\n\n')}
`;
}

function rowOf({ fault, seen }: Done): string {
  const isKept = brokenPromises(fault, seen).length + overdue(fault, seen).length === 0;
  const { lost, doubled, lostOnTheWay, during, servesAfterMs } = seen;
  const times = [during.longestMs, servesAfterMs].map((ms) => `${(ms / 1000).toFixed(1)} s`);
  const cells = [fault.store, fault.name, lost, doubled, lostOnTheWay, ...times, isKept ? 'kept' : '**broken**'];
  return `| ${cells.join(' | ')} |`;
}

function chapterOf({ fault, seen }: Done): string {
  const broken = [...brokenPromises(fault, seen), ...overdue(fault, seen)];
  return [
    `## ${fault.store}: ${fault.name}`,
    '',
    `**Promised**: ${fault.promised}${fault.mayLose === undefined ? '' : ` (${fault.mayLose})`}`,
    '',
    ...broken.map((text) => `- **not kept**: ${text}`),
    ...factsOf(seen).map(([name, text]) => `- ${name}: ${text}`),
  ].join('\n');
}
