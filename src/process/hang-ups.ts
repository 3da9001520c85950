/** Hang-ups (SIGHUP), which ask a server to read its configuration again. */
export interface HangUps {
  /** Calls `heard` for each hang-up from now on, and at once if any has come before. */
  answerBy(heard: () => void): void;
}

interface Signals {
  on(name: 'SIGHUP', heard: () => void): unknown;
}

/**
 * Listens from now on and for good: without a listener a hang-up ends the process, whatever it is doing, and a
 * supervisor takes that for a clean end.
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
