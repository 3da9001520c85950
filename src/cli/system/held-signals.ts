import { type EchoFree, withoutEchoes } from '#src/process/signal-echoes.ts';
import { type CliIo, type EndSignal, say } from '../io.ts';
import { TEXTS } from '../texts.ts';

/** Ends the process as the signal would have, after what is to be done first, even if that fails. */
type End = (first: () => void) => void;

const END_SIGNALS: readonly EndSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `work`, which comes to hold the only copy of something. The first signal that would end the process is only
 * reported; the second ends it, after `giveUp`.
 */
export function withSignalsHeld<T>(io: CliIo, giveUp: () => void, work: () => Promise<T>): Promise<T> {
  let count = 0;
  const onSignal = (end: End) => {
    count += 1;
    if (count === 1) say(io, TEXTS.reveal.held);
    else end(giveUp);
  };
  return whileHearing(io, work, withoutEchoes(onSignal, io.wait));
}

/** Runs `work`, which would leave something behind: a signal that ends the process does so after `cleanUp`. */
export function withCleanEnd<T>(io: Pick<CliIo, 'signals'>, cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  return whileHearing(io, work, { heard: (end) => end(cleanUp), whenQuiet: (quiet) => quiet() });
}

async function whileHearing<T>(
  { signals }: Pick<CliIo, 'signals'>,
  work: () => Promise<T>,
  { heard, whenQuiet }: EchoFree<[end: End]>,
): Promise<T> {
  const onSignal = (name: EndSignal) =>
    heard((first) => {
      release();
      try {
        first();
      } finally {
        signals.raise(name);
      }
    });
  const release = () => {
    for (const name of END_SIGNALS) signals.off(name, onSignal);
  };
  for (const name of END_SIGNALS) signals.on(name, onSignal);
  try {
    return await work();
  } finally {
    // Not before the echo of the last signal, which would end a process that is done.
    whenQuiet(release);
  }
}
