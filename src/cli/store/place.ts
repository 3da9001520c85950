import { statSync } from 'node:fs';
import type { Config } from '#src/config/config.ts';
import { createLog, type Log } from '#src/log/log.ts';
import { openStore, reasonOf } from '#src/open-store.ts';
import type { Store } from '#src/store/store.ts';
import type { Outcome } from '../answer.ts';
import { type Failed, failed } from '../failure.ts';
import { type ConfigIo, loadForServer } from '../server/config.ts';
import { TEXTS } from '../texts.ts';

export interface StorePlace {
  readonly store: Store;
  readonly config: Config;
  readonly log: Log;
}

/** Runs `work` on the store of the configuration, beside a server that may run on it. */
export async function atStore(
  io: ConfigIo,
  work: (place: StorePlace) => Promise<Outcome>,
  { mayBeNew }: { readonly mayBeNew: boolean },
): Promise<Outcome> {
  const loaded = loadForServer(io);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const absent = mayBeNew ? null : absentStore(config);
  if (absent !== null) return absent;
  // What goes wrong is thrown as well; lines of a log are not for a person at a terminal.
  const log = createLog({ level: 'silent', destination: io.stderr });
  try {
    const store = await openStore(config, log);
    try {
      return await work({ store, config, log });
    } finally {
      await store.close();
    }
  } catch (error) {
    return failed('server', TEXTS.store.notOpened(reasonOf(error)));
  }
}

/** Opening would make the file: whoever means another one would be told that this one holds nothing. */
function absentStore({ store }: Pick<Config, 'store'>): Failed | null {
  return hasNoFile(store) ? failed('configuration', TEXTS.store.absent(store.path)) : null;
}

/** Whether opening that store would make it. */
export function hasNoFile(store: Config['store']): store is Extract<Config['store'], { kind: 'sqlite' }> {
  return store.kind === 'sqlite' && isAbsent(store.path);
}

/** Whether there is no such file. False in a folder that is closed to us: opening then says what closes it. */
export function isAbsent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
