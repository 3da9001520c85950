/** Hang-ups (SIGHUP), which ask a server to read its configuration again. */
export interface HangUps {
  /** Each hang-up from now on is `heard`; once at once if any came before, when nobody could do what it asks. */
  answerBy(heard: () => void): void;
}

interface Signals {
  on(name: 'SIGHUP', heard: () => void): unknown;
}

/**
 * Listens from now on and for good: without a listener a hang-up ends the process, whatever it is doing, and a
 * supervisor takes that for an end that was wished for.
 */
export function hearHangUps(signals: Signals): HangUps {
  let answer: (() => void) | null = null;
  let isWaiting = false;
  signals.on('SIGHUP', () => {
    if (answer) answer();
    else isWaiting = true;
  });
  return {
    answerBy: (heard) => {
      answer = heard;
      if (isWaiting) heard();
    },
  };
}
