import { type ReadonlySignal, signal } from '@preact/signals-react';

const SECOND_MS = 1000;

export interface WaitDeps {
  readonly nowMs: () => number;
  readonly later: (run: () => void, delayMs: number) => void;
}

/** A waiting time that runs down by the clock, however late its timers come. */
export interface Wait {
  /** Whole seconds left. */
  readonly seconds: ReadonlySignal<number>;
  begin(seconds: number): void;
}

export function createWait(initialSeconds: number, { nowMs, later }: WaitDeps): Wait {
  const seconds = signal(initialSeconds);
  let endsAtMs = 0;

  function tick(): void {
    seconds.value = Math.max(0, Math.ceil((endsAtMs - nowMs()) / SECOND_MS));
    if (seconds.value > 0) later(tick, SECOND_MS);
  }

  return {
    seconds,
    begin(next) {
      if (next <= 0) return;
      endsAtMs = nowMs() + next * SECOND_MS;
      tick();
    },
  };
}
