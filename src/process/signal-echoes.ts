/**
 * How long after a signal another one is its echo: whoever signals a whole group of processes (systemd, timeout(1),
 * Ctrl-C without a terminal) also reaches the launcher, bin/hushlink, which passes on what it gets.
 */
const ECHO_MS = 500;

export interface EchoFree<Args extends readonly unknown[]> {
  /** What a signal calls. */
  readonly heard: (...args: Args) => void;
  /** Calls it as soon as no echo is to come: at once, unless there was a signal just now. */
  readonly whenQuiet: (quiet: () => void) => void;
}

/** Tells `onSignal` of each signal, but not of its echoes. */
export function withoutEchoes<Args extends readonly unknown[]>(
  onSignal: (...args: Args) => void,
  wait: (delayMs: number) => Promise<void>,
): EchoFree<Args> {
  let echoes: Promise<void> | null = null;
  return {
    heard: (...args) => {
      if (echoes !== null) return;
      echoes = wait(ECHO_MS).then(() => {
        echoes = null;
      });
      onSignal(...args);
    },
    whenQuiet: (quiet) => {
      if (echoes === null) quiet();
      else void echoes.then(quiet);
    },
  };
}
