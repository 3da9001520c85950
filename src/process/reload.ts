import type { Log } from '#src/log/log.ts';
import type { Metrics } from '#src/metrics/metrics.ts';
import type { Result } from '#src/result.ts';
import type { readChange, Settings, SettingsFailure } from '#src/settings.ts';
import type { Site } from '#src/site.ts';

/** The site in force, and its successors. */
export interface Sites {
  current(): Site;
  /**
   * Reads the configuration again and goes on with it, or with the one in force if it is wrong. Requests that are
   * under way end with what they began with. Resolves when that is decided; one runs at a time, and of several
   * that wait one is enough.
   */
  reload(): Promise<void>;
  /** No reload from now on; ends the work of the site in force and of those before it. */
  stop(drainMs: number): Promise<void>;
}

export interface SitesDeps {
  readonly read: (running: Settings['values']) => ReturnType<typeof readChange>;
  readonly open: (settings: Settings) => Promise<Site>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'countReload'>;
}

type Change = ReturnType<typeof readChange> extends Result<infer Value, SettingsFailure> ? Value : never;

export function createSites(first: Site, { read, open, log, metrics }: SitesDeps): Sites {
  let current = first;
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  const retiring = new Set<Promise<void>>();

  function refuse(fields: Readonly<Record<string, unknown>>): void {
    metrics.countReload('refused');
    log.error('reload refused', fields);
  }

  async function readAndReplace(): Promise<void> {
    waiting = null;
    if (isStopping) return log.info('reload ignored', { reason: 'stopping' });
    try {
      const answer = read(current.settings.values);
      if (!answer.ok) return refuse({ problems: answer.failure.problems });
      const next = await open(answer.value.settings);
      if (isStopping) return;
      replaceBy(next);
      tell(answer.value);
    } catch (error) {
      refuse({ err: error });
    }
  }

  /** In one step: each request sees the one or the other. */
  function replaceBy(next: Site): void {
    const before = current;
    current = next;
    next.start();
    const { drainMs } = before.settings.config.listen;
    const stopped = before.stop(drainMs).catch((error: unknown) => log.error('reload', { err: error }));
    retiring.add(stopped);
    void stopped.then(() => retiring.delete(stopped));
  }

  function tell({ settings, change }: Change): void {
    metrics.countReload('applied');
    for (const warning of settings.warnings) log.warn('configuration', { warning });
    log.info('reloaded', { changed: change.changed });
    if (change.waiting.length > 0) log.warn('restart needed', { keys: change.waiting });
    log.setLevel(settings.config.log.level);
  }

  return {
    current: () => current,
    reload: () => {
      waiting ??= running = running.then(readAndReplace);
      return waiting;
    },
    stop: async (drainMs) => {
      isStopping = true;
      await running;
      await Promise.all([current.stop(drainMs), ...retiring]);
    },
  };
}
