import { durationWords } from '../duration.ts';
import { type CliIo, say } from '../io.ts';
import { createActivity } from '../terminal/activity.ts';
import type { Round } from './round.ts';
import { type WrongRound, wrongRound } from './tally.ts';
import { PROVE_ONCE_TEXTS as SAID } from './texts.ts';

/** What is said while a proof runs. Nothing with `--json`. */
export interface Progress {
  begin(): void;
  readonly onRound: (round: Round, number: number) => void;
  readonly onLimit: (waitSeconds: number) => void;
  /** To be called before anything else is printed. Hands on what it is given. */
  end<Value>(value: Value): Value;
}

/** How many wrong rounds are told of one by one. */
export const MOST_TOLD = 20;

interface Manner {
  readonly rounds: number;
  readonly readers: number;
  readonly json?: boolean;
}

export function createProgress({ rounds, readers, json = false }: Manner, io: CliIo): Progress {
  const activity = createActivity({ json }, io);
  const tell = (line: string) => {
    if (!json) say(io, activity.endWith(line));
  };
  let wrongs = 0;
  return {
    begin: () => tell(SAID.load(rounds, readers)),
    onRound: (round, number) => {
      const wrong = wrongRound(round, number);
      wrongs += wrong === undefined ? 0 : 1;
      if (wrong !== undefined && wrongs <= MOST_TOLD) tell(wrongLine(wrong));
      if (wrong !== undefined && wrongs === MOST_TOLD) tell(SAID.further);
      activity.show(SAID.proving(number, rounds));
    },
    onLimit: (waitSeconds) => tell(SAID.limited(durationWords(waitSeconds))),
    end: (value) => activity.endWith(value),
  };
}

function wrongLine({ round, verdict, copies, leftOpen }: WrongRound): string {
  switch (verdict) {
    case 'doubled':
      return SAID.wrong.doubled(round, copies);
    case 'hollow':
      return SAID.wrong.hollow(round);
    case 'lost':
      return SAID.wrong.lost(round, leftOpen);
    case 'unsettled':
      return SAID.wrong.unsettled(round);
  }
}
