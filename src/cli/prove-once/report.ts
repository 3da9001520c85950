import { ok } from '#src/result.ts';
import type { Outcome } from '../answer.ts';
import { durationWords } from '../duration.ts';
import { EXIT_CODES } from '../failure.ts';
import { inColumns } from '../terminal/columns.ts';
import { MOST_TOLD } from './progress.ts';
import type { Proof } from './proof.ts';
import type { ApiName } from './proved-api.ts';
import { type Spread, type Tally, tallyOf } from './tally.ts';
import { PROVE_ONCE_TEXTS as SAID } from './texts.ts';

export interface Setting {
  readonly api: ApiName;
  readonly readers: number;
  readonly origins: readonly string[];
}

/** What came of a proof: a failure where it ended early with nothing wrong so far, else the figures. */
export function proofOutcome(proof: Proof, setting: Setting): Outcome {
  const tally = tallyOf(proof.rounds);
  const isOnce = tally.wrong.length === 0;
  if (isOnce && proof.failure !== null) return { ok: false, failure: proof.failure };
  const verdict = isOnce ? SAID.once : SAID.notOnce(tally.wrong.length, tally.rounds);
  return ok({
    line: `${verdict}\n${inColumns(rowsOf(tally, proof, setting))}`,
    json: jsonOf(tally, proof, setting),
    notes: proof.failure === null ? [] : [proof.failure.message],
    exitCode: isOnce ? 0 : EXIT_CODES.differs,
  });
}

function rowsOf(tally: Tally, { waitedSeconds }: Proof, { readers, origins }: Setting): readonly (readonly string[])[] {
  const { rows, cells } = SAID;
  const { copies, thinned, leftOpen } = tally;
  const perhaps = (isShown: boolean, row: readonly string[]) => (isShown ? [row] : []);
  return [
    [rows.rounds, cells.rounds(tally.rounds - thinned, thinned)],
    [rows.readers, cells.readers(readers, origins.length)],
    [rows.copies, cells.copies(copies.min, copies.median, copies.max)],
    [rows.doubled, `${tally.doubled}`],
    [rows.lost, cells.lost(tally.lost, tally.lostOnTheWay)],
    ...perhaps(tally.hollow > 0, [rows.hollow, `${tally.hollow}`]),
    ...perhaps(tally.unsettled > 0, [rows.unsettled, `${tally.unsettled}`]),
    [rows.answers, answersOf(tally)],
    ...perhaps(leftOpen > 0, [rows.leftOpen, cells.leftOpen(leftOpen, tally.askedAgain, tally.rescued)]),
    ...perhaps(thinned > 0, [rows.limits, cells.limits(durationWords(waitedSeconds))]),
    [rows.spread, inMs(tally.spreadMs)],
    [rows.answered, inMs(tally.answeredMs)],
  ];
}

/** '200: 20, 404: 1000'; those that broke off before a status came stand in a row of their own. */
function answersOf({ answers }: Tally): string {
  const known = Object.entries(answers).filter(([status]) => status !== '0');
  return known.map(([status, count]) => `${status}: ${count}`).join(', ');
}

function inMs({ median, max }: Spread): string {
  return SAID.cells.ms(median.toFixed(1), max.toFixed(1));
}

function jsonOf(tally: Tally, { waitedSeconds }: Proof, { api, readers, origins }: Setting): object {
  return {
    ...{ once: tally.wrong.length === 0, api, servers: origins },
    ...{ rounds: tally.rounds - tally.thinned, thinned_rounds: tally.thinned, readers, copies: tally.copies },
    ...{ doubled: tally.doubled, lost: tally.lost, lost_on_the_way: tally.lostOnTheWay },
    ...{ hollow: tally.hollow, unsettled: tally.unsettled, answers: tally.answers },
    ...{ left_open: tally.leftOpen, asked_again: tally.askedAgain, rescued: tally.rescued },
    waited_seconds: waitedSeconds,
    ...{ sent_within_ms: rounded(tally.spreadMs), answered_within_ms: rounded(tally.answeredMs) },
    wrong_rounds: tally.wrong.slice(0, MOST_TOLD).map(({ leftOpen, ...wrong }) => ({ ...wrong, left_open: leftOpen })),
  };
}

function rounded({ min, median, max }: Spread): Spread {
  const round = (ms: number) => Math.round(ms * 10) / 10;
  return { min: round(min), median: round(median), max: round(max) };
}
