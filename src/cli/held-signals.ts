import { type CliIo, type EndSignal, say } from './io.ts';
import { TEXTS } from './texts.ts';

const END_SIGNALS: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `work`, which has the only copy of something at its end: the first signal that would end the process is told
 * and waited out, the second ends it, after `giveUp`.
 */
export function withSignalsHeld<T>(io: CliIo, giveUp: () => void, work: () => Promise<T>): Promise<T> {
  let count = 0;
  return whileHearing(io, work, (end) => {
    count += 1;
    if (count === 1) say(io, TEXTS.reveal.held);
    else end(giveUp);
  });
}

/** Runs `work`, which would leave something behind: a signal that ends the process does so after `cleanUp`. */
export function withCleanEnd<T>(io: Pick<CliIo, 'signals'>, cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  return whileHearing(io, work, (end) => end(cleanUp));
}

/** `end` ends the process as the signal would have, after what is to be done first, even if that fails. */
async function whileHearing<T>(
  { signals }: Pick<CliIo, 'signals'>,
  work: () => Promise<T>,
  onSignal: (end: (first: () => void) => void) => void,
): Promise<T> {
  const heard = (name: EndSignal) =>
    onSignal((first) => {
      release();
      try {
        first();
      } finally {
        signals.raise(name);
      }
    });
  const release = () => {
    for (const name of END_SIGNALS) signals.off(name, heard);
  };
  for (const name of END_SIGNALS) signals.on(name, heard);
  try {
    return await work();
  } finally {
    release();
  }
}
