import { dirname } from 'node:path';
import { guessPolicyOf } from './compose/secrets.ts';
import type { Config } from './config/config.ts';
import { makeFolder } from './config/make-folder.ts';
import type { Log } from './log/log.ts';
import { createSparing } from './log/sparing.ts';
import { openSqliteStore, type SqliteOptions } from './store/sqlite/open.ts';
import { isDiskFailure } from './store/sqlite/result-codes.ts';
import type { Store } from './store/store.ts';
import { failureFields } from './store-unavailable.ts';

/** While Redis is away each try to reach it again fails, several times a second at first. */
const LINE_EVERY_MS = 10_000;

/**
 * Opens the store that the configuration names, for the server or for a command beside it. `serving` is the server's
 * alone: it has visitors to serve while the disk works. Whoever opens the store closes it. Throws where it cannot be
 * opened.
 */
export async function openStore(
  config: Pick<Config, 'store' | 'waitReplicas' | 'secrets'>,
  log: Log,
  serving: Pick<SqliteOptions, 'blocksRead'> | null = null,
): Promise<Store> {
  const policy = guessPolicyOf(config.secrets);
  if (config.store.kind === 'redis') {
    // Its driver is the largest package here; the embedded store has no use for it.
    const { openRedisStore } = await import('./store/redis/open.ts');
    return openRedisStore({
      url: config.store.url.reveal(),
      waitReplicas: config.waitReplicas,
      ...{ policy, isServing: serving !== null },
      onError: createSparing((err: unknown, unwritten) => log.error('redis', { err, unwritten }), {
        everyMs: LINE_EVERY_MS,
        monotonicMs: () => performance.now(),
      }),
      onWarning: (warning) => log.warn('redis', { warning }),
    });
  }
  const { path } = config.store;
  try {
    makeFolder(dirname(path));
    const onSweepError = (error: unknown) => log.error('sweep', failureFields(error));
    return openSqliteStore({
      ...{ path, policy, now: () => Date.now(), onSweepError },
      ...{ hasDiskThreads: serving !== null, ...serving },
    });
  } catch (error) {
    // SQLite says what is wrong, and never of which file: 'disk I/O error'.
    const reason = error instanceof Error ? error.message : String(error);
    const hint = isDiskFailure(error) ? '; hint: make room on the disk, or see whether it fails' : '';
    throw new Error(`${path} cannot be opened: ${reason}${hint}`);
  }
}

/** What went wrong and why, as far as the errors themselves say it: 'Redis does not answer (connect ECONNREFUSED …)'. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.cause instanceof Error ? `${error.message} (${wordsOf(error.cause)})` : error.message;
}

/** The error about a host with several addresses has no words of its own, only an error for each address. */
function wordsOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return error.message === '' && first instanceof Error ? first.message : error.message;
}
