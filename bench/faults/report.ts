import type { Fault, Seen } from './fault.ts';
import type { Ask, Outcome, Tally } from './tally.ts';

const ASKS: readonly Ask[] = ['create', 'reveal', 'burn', 'status', 'page'];
/** Lines of the log besides one for each request. */
const MOST_LINES = 60;

/** The promises that did not hold under the fault, in words; empty if all did. Says nothing of time. */
export function brokenPromises(fault: Fault, seen: Seen): readonly string[] {
  const { during, lost, doubled } = seen;
  const isReady = seen.readiness.at(-1) === 200;
  return [
    ...(seen.hasCrashed ? ['the server ended'] : []),
    ...(lost > 0 && fault.mayLose === undefined ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} handed out twice`] : []),
    ...unexpectedAnswers(fault, during),
    ...(during.withoutRetryAfter > 0 ? [`${during.withoutRetryAfter} × 503 without Retry-After`] : []),
    ...(fault.isReady !== null && isReady !== fault.isReady ? [`/readyz said ${readinessOf(seen)}`] : []),
    ...(linesOf(seen) > MOST_LINES ? [`${linesOf(seen)} lines in the log`] : []),
    ...(seen.leaks > 0 ? [`${seen.leaks} keys or contents in the log`] : []),
    ...seen.findings.filter(({ isKept }) => !isKept).map(({ text }) => text),
  ];
}

/** The same of time, for a run that measures it. */
export function overdue(fault: Fault, { during }: Seen): readonly string[] {
  return during.longestMs > fault.longestWaitMs ? [`somebody waited ${seconds(during.longestMs)}`] : [];
}

/** A few lines for whoever watches the run. */
export function describeSeen(fault: Fault, seen: Seen): string {
  const broken = [...brokenPromises(fault, seen), ...overdue(fault, seen)];
  return [
    `${broken.length === 0 ? 'kept' : 'BROKEN'}: ${fault.store}, ${fault.name}`,
    ...broken.map((text) => `  !!! ${text}`),
    ...factsOf(seen).map(([name, text]) => `  ${name}: ${text}`),
  ].join('\n');
}

/** What was seen, in the order of its weight: names and words. */
export function factsOf(seen: Seen): readonly (readonly [name: string, text: string])[] {
  const { lost, doubled, lostOnTheWay } = seen;
  return [
    ['answered while it lasted', answersOf(seen.during)],
    ['longest wait', seconds(seen.during.longestMs)],
    ['lost, handed out twice, lost on the way', `${lost}, ${doubled}, ${lostOnTheWay}`],
    ['shares again, ready again after', `${seconds(seen.servesAfterMs)}, ${seconds(seen.readyAfterMs)}`],
    ['`/readyz`', readinessOf(seen)],
    ['log', logOf(seen)],
    ...seen.findings.map(({ text }) => ['besides', text] as const),
  ];
}

function unexpectedAnswers({ mayAnswer }: Fault, during: Tally): readonly string[] {
  const allowed = new Set<Outcome>([200, ...mayAnswer]);
  // Of two readers one is told that the secret is gone, and so is who looks later; losses are counted apart.
  const isAllowed = (ask: Ask, outcome: Outcome) => allowed.has(outcome) || (isReading(ask) && outcome === 404);
  return ASKS.flatMap((ask) =>
    [...(during.outcomes.get(ask) ?? [])]
      .filter(([outcome]) => !isAllowed(ask, outcome))
      .map(([outcome, times]) => `${times} × ${outcome} to ${ask}`),
  );
}

function isReading(ask: Ask): boolean {
  return ask === 'reveal' || ask === 'page';
}

function linesOf({ logLines }: Seen): number {
  return [...logLines.values()].reduce((sum, times) => sum + times, 0);
}

function answersOf(tally: Tally): string {
  return ASKS.flatMap((ask) => {
    const own = [...(tally.outcomes.get(ask) ?? [])].toSorted(([one], [other]) =>
      String(one) < String(other) ? -1 : 1,
    );
    return own.length === 0 ? [] : [`${ask} ${own.map(([outcome, times]) => `${times} × ${outcome}`).join(', ')}`];
  }).join('; ');
}

function readinessOf({ readiness }: Seen): string {
  const turns = readiness.filter((status, at) => at === 0 || status !== readiness[at - 1]);
  return turns.map((status) => status ?? 'no answer').join(', then ');
}

function logOf({ logLines }: Seen): string {
  return [...logLines].map(([kind, times]) => `${times} × ${kind}`).join(', ') || 'nothing';
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
