import { type CliIo, canErase } from '../io.ts';

/** What is going on, for whoever waits: words that disappear again. None where they would stay, or with `--json`. */
export interface Activity {
  show(words: string): void;
  /** Takes the words away; to be called before anything else is printed. Hands on what it is given. */
  endWith<Value>(value: Value): Value;
}

export const ACTIVITIES = {
  reading: (bytes: number) => `Reading: ${sizeWords(bytes)}`,
  sending: (bytes: number) => `Sending ${sizeWords(bytes)} …`,
  opening: 'Opening …',
  mailing: (server: string) => `Waiting for ${server} …`,
  writing: (bytes: number) => `Written: ${sizeWords(bytes)}`,
} as const;

const ERASE_LINE = '\r\u001b[K';

export function createActivity({ json }: { readonly json?: boolean }, io: Pick<CliIo, 'stderr' | 'env'>): Activity {
  const isShown = canErase(io) && json !== true;
  let shown = '';
  const change = (words: string) => {
    if (!isShown || words === shown) return;
    shown = words;
    io.stderr.write(`${ERASE_LINE}${words}`);
  };
  return {
    show: change,
    endWith: (value) => {
      change('');
      return value;
    },
  };
}

/** In steps that the eye can follow. */
function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
