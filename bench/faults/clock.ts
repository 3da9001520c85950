import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestServer } from '../../tests/support/server.ts';
import { untilSo } from '../../tests/support/until-so.ts';

export interface ServerClock {
  /** For the server whose clock it is to be. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves once the server has it so: 0 is right. */
  set(server: Pick<TestServer, 'pid'>, aheadMs: number): Promise<void>;
}

/** A clock for one server, which can be wrong. Only `Date` is: timers and durations go on as they do. */
export function serverClock(folder: string): ServerClock {
  const file = join(folder, 'ahead-ms');
  return {
    env: {
      SKEWED_CLOCK_FILE: file,
      NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'skewed-clock.ts')}`,
    },
    set: async ({ pid }, aheadMs) => {
      writeFileSync(file, String(aheadMs));
      process.kill(pid, 'SIGUSR2');
      await untilSo(
        `the clock is ${aheadMs} ms ahead`,
        async () => readFileSync(`${file}.seen`, 'utf8') === String(aheadMs),
      );
    },
  };
}
