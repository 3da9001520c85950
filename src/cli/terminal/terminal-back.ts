import type { CliIo } from '../io.ts';
import { withCleanEnd } from '../system/held-signals.ts';

/** Runs what takes a terminal's echo away: a signal that ends us there leaves it as it was. */
export function withTerminalBack<T>(io: Pick<CliIo, 'stdin' | 'signals'>, work: () => Promise<T>): Promise<T> {
  return withCleanEnd(io, () => void io.stdin.setRawMode?.(false), work);
}
