import type { Output } from './io.ts';
import { STORE_TEXTS } from './store-texts.ts';

export interface Progress {
  show(done: number, of: number): void;
  end(): void;
}

const BAR_COLUMNS = 30;
/** A bar that stays on its line on a terminal; nothing anywhere else. */
export function createProgress(output: Output): Progress {
  let shownPercent = -1;
  const isTerminal = output.isTTY === true;
  return {
    show: (done, of) => {
      const percent = of === 0 ? 100 : Math.floor((done * 100) / of);
      if (!isTerminal || percent === shownPercent) return;
      shownPercent = percent;
      output.write(`\r${barOf(percent)} ${STORE_TEXTS.progress(done, of, percent)}\u001b[K`);
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
