/**
 * Sends the signal to a process, or to a group by its negative id, again and again until that is done: one that comes
 * soon after another is taken for the same.
 */
export function signalUntil<T>(pid: number, signal: NodeJS.Signals, done: Promise<T>): Promise<T> {
  const sending = setInterval(() => send(pid, signal), 50);
  return done.finally(() => clearInterval(sending));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, and that has not been told yet.
  }
}
