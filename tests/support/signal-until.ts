/** Longer than what comes soon after another is taken for the same. */
const FIRST_MS = 1_000;
/** Longer than it takes to see what has come of it: one more than is meant might end the process. */
const AGAIN_MS = 5_000;

/** Sends the signal to a process, or to a group by its negative id, until that is done. */
export function signalUntil<T>(pid: number, signal: NodeJS.Signals, done: Promise<T>): Promise<T> {
  let timer = setTimeout(again, FIRST_MS);
  function again(): void {
    send(pid, signal);
    timer = setTimeout(again, AGAIN_MS);
  }
  return done.finally(() => clearTimeout(timer));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, and that has not been told yet.
  }
}
