import { type CliIo, canErase } from '../io.ts';
import { STORE_TEXTS } from './texts.ts';

export interface Progress {
  show(done: number, of: number): void;
  end(): void;
}

const BAR_COLUMNS = 30;
/** A bar that stays on its line on a terminal; nothing anywhere else, and nothing with `--json`. */
export function createProgress({ json }: { readonly json?: boolean }, io: Pick<CliIo, 'stderr' | 'env'>): Progress {
  let shownPercent = -1;
  const isShown = canErase(io) && json !== true;
  return {
    show: (done, of) => {
      const percent = of === 0 ? 100 : Math.floor((done * 100) / of);
      if (!isShown || percent === shownPercent) return;
      shownPercent = percent;
      io.stderr.write(`\r${barOf(percent)} ${STORE_TEXTS.progress(done, of, percent)}\u001b[K`);
    },
    end: () => {
      if (shownPercent >= 0) io.stderr.write('\n');
    },
  };
}

function barOf(percent: number): string {
  const full = Math.round((percent * BAR_COLUMNS) / 100);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_COLUMNS - full)}]`;
}
