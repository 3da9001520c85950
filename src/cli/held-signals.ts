import { type CliIo, type EndSignal, say } from './io.ts';
import { TEXTS } from './texts.ts';

const END_SIGNALS: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `work`, which has the only copy of something at its end: the first signal that would end the process is told
 * and waited out, the second ends it, after `giveUp`.
 */
export async function withSignalsHeld<T>(io: CliIo, giveUp: () => void, work: () => Promise<T>): Promise<T> {
  let count = 0;
  const heard = (name: EndSignal) => {
    count += 1;
    if (count === 1) return say(io, TEXTS.reveal.held);
    release();
    giveUp();
    io.signals.raise(name);
  };
  const release = () => {
    for (const name of END_SIGNALS) io.signals.off(name, heard);
  };
  for (const name of END_SIGNALS) io.signals.on(name, heard);
  try {
    return await work();
  } finally {
    release();
  }
}
