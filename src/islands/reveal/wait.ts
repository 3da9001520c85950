import { type ReadonlySignal, signal } from '@preact/signals-react';
import { forwardClock } from '../forward-clock.ts';

const SECOND_MS = 1000;

export interface WaitDeps {
  readonly nowMs: () => number;
  readonly later: (run: () => void, delayMs: number) => void;
  /** Called with every second that somebody still has to wait. */
  readonly onSecond: () => void;
  /** Called when the time has run down; not by `end()`. */
  readonly onRunDown: () => void;
}

/** A waiting time that runs down by the clock, however late its timers come; a clock that is set back adds nothing. */
export interface Wait {
  /** Whole seconds left. */
  readonly seconds: ReadonlySignal<number>;
  begin(seconds: number): void;
  /** Nobody has to wait any longer. */
  end(): void;
}

export function createWait(initialSeconds: number, { nowMs, later, onSecond, onRunDown }: WaitDeps): Wait {
  const seconds = signal(initialSeconds);
  const clock = forwardClock(nowMs);
  let endsAtMs = 0;

  function tick(): void {
    const wasOver = seconds.value === 0;
    seconds.value = Math.max(0, Math.ceil((endsAtMs - clock()) / SECOND_MS));
    if (seconds.value > 0) {
      later(tick, SECOND_MS);
      onSecond();
    } else if (!wasOver) onRunDown();
  }

  return {
    seconds,
    begin(next) {
      if (next <= 0) return;
      endsAtMs = clock() + next * SECOND_MS;
      tick();
    },
    end() {
      endsAtMs = 0;
      seconds.value = 0;
    },
  };
}
