import type { Config } from '#src/config/config.ts';
import { createLog } from '#src/log/log.ts';
import { openStore } from '#src/open-store.ts';
import type { Store } from '#src/store/store.ts';
import type { Outcome } from './answer.ts';
import { type ConfigIo, loadForServer } from './config.ts';
import { failed } from './failure.ts';
import { TEXTS } from './texts.ts';

/** Runs `work` on the store of the configuration, beside a server that may run on it. */
export async function withStore(
  io: ConfigIo,
  work: (store: Store, config: Config) => Promise<Outcome>,
): Promise<Outcome> {
  const loaded = loadForServer(io);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  try {
    // What goes wrong is thrown as well; lines of a log are not for a person at a terminal.
    const store = await openStore(config, createLog({ level: 'silent', destination: io.stderr }));
    try {
      return await work(store, config);
    } finally {
      await store.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed('server', TEXTS.store.notOpened(reason));
  }
}
