import { statSync } from 'node:fs';

/** Whether the database file has grown large. Once it has, it stays so: SQLite keeps the room of what is deleted. */
export interface FileSize {
  isLarge(): boolean;
  /** Told of each transaction. */
  note(): void;
}

export interface FileSizeOptions {
  readonly path: string;
  readonly fromBytes: number;
  /** Called once, before anything else is told that it is large. */
  readonly onLarge: () => void;
}

/** Transactions between two looks at the size of the file: it grows slowly. */
const LOOK_EVERY = 200;

/** Looks at once, and now and then while something is written. */
export function watchSize({ path, fromBytes, onLarge }: FileSizeOptions): FileSize {
  let transactions = 0;
  let isLarge = false;

  function look(): void {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (isLarge || bytes < fromBytes) return;
    isLarge = true;
    onLarge();
  }

  look();
  return {
    isLarge: () => isLarge,
    note: () => {
      transactions += 1;
      if (!isLarge && transactions % LOOK_EVERY === 0) look();
    },
  };
}
