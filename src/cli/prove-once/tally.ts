import { type Round, type Verdict, verdictOf } from './round.ts';

export type WrongVerdict = Exclude<Verdict, 'once' | 'limited'>;

/** A round that did not deliver exactly one copy. */
export interface WrongRound {
  /** Counted from 1. */
  readonly round: number;
  readonly verdict: WrongVerdict;
  readonly copies: number;
  /** Readers who were left without a yes or a no. */
  readonly leftOpen: number;
}

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** All rounds together. */
export interface Tally {
  /** All of them, also those that limits have thinned. */
  readonly rounds: number;
  /** Rounds in which a limit refused somebody; each was run once more. */
  readonly thinned: number;
  readonly copies: Spread;
  readonly doubled: number;
  readonly lost: number;
  /** Lost rounds in which a reader was left without an answer: that reader may have taken the content. */
  readonly lostOnTheWay: number;
  readonly hollow: number;
  readonly unsettled: number;
  readonly leftOpen: number;
  readonly askedAgain: number;
  readonly rescued: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly spreadMs: Spread;
  readonly answeredMs: Spread;
  readonly wrong: readonly WrongRound[];
}

/** What was wrong with a round; undefined if it delivered exactly one copy, or a limit let nobody try. */
export function wrongRound(round: Round, number: number): WrongRound | undefined {
  const verdict = verdictOf(round);
  if (verdict === 'once' || verdict === 'limited') return undefined;
  return { round: number, verdict, copies: round.copies, leftOpen: round.leftOpen };
}

export function tallyOf(rounds: readonly Round[]): Tally {
  const wrong = rounds.flatMap((round, at) => wrongRound(round, at + 1) ?? []);
  const count = (verdict: Verdict) => wrong.filter((one) => one.verdict === verdict).length;
  const sum = (part: (round: Round) => number) => rounds.reduce((total, round) => total + part(round), 0);
  return {
    rounds: rounds.length,
    thinned: rounds.filter(({ limitSeconds }) => limitSeconds !== undefined).length,
    copies: spreadOf(rounds.filter(isTried).map(({ copies }) => copies)),
    doubled: count('doubled'),
    lost: count('lost'),
    lostOnTheWay: wrong.filter(({ verdict, leftOpen }) => verdict === 'lost' && leftOpen > 0).length,
    hollow: count('hollow'),
    unsettled: count('unsettled'),
    leftOpen: sum(({ leftOpen }) => leftOpen),
    askedAgain: sum(({ askedAgain }) => askedAgain),
    rescued: sum(({ rescued }) => rescued),
    answers: sumOfAnswers(rounds),
    spreadMs: spreadOf(rounds.map(({ spreadMs }) => spreadMs)),
    answeredMs: spreadOf(rounds.map(({ answeredMs }) => answeredMs)),
    wrong,
  };
}

function isTried(round: Round): boolean {
  return verdictOf(round) !== 'limited';
}

function sumOfAnswers(rounds: readonly Round[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { answers } of rounds) {
    for (const [status, count] of answers) sums[status] = (sums[status] ?? 0) + count;
  }
  return sums;
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { min: at(0), median: at(0.5), max: at(1) };
}
