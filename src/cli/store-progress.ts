import type { Output } from './io.ts';
import { STORE_TEXTS } from './store-texts.ts';

export interface Progress {
  show(done: number, of: number): void;
  end(): void;
}

const BAR_COLUMNS = 30;
/** On a pipe a line for each of these. */
const LINE_EVERY_PERCENT = 10;

/** A bar that stays on its line on a terminal; a line now and then on anything else. */
export function createProgress(output: Output): Progress {
  let shownPercent = -1;
  const isTerminal = output.isTTY === true;
  return {
    show: (done, of) => {
      const percent = of === 0 ? 100 : Math.floor((done * 100) / of);
      const step = isTerminal ? percent : percent - (percent % LINE_EVERY_PERCENT);
      if (step === shownPercent) return;
      shownPercent = step;
      const words = STORE_TEXTS.progress(done, of, percent);
      output.write(isTerminal ? `\r${barOf(percent)} ${words}\u001b[K` : `${words}\n`);
    },
    end: () => {
      if (isTerminal && shownPercent >= 0) output.write('\n');
    },
  };
}

function barOf(percent: number): string {
  const full = Math.round((percent * BAR_COLUMNS) / 100);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_COLUMNS - full)}]`;
}
