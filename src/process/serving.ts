import { setTimeout as pause } from 'node:timers/promises';
import { composeWatch } from '#src/compose/metrics.ts';
import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/log/log.ts';
import type { readChange, Settings } from '#src/settings.ts';
import { openSite, type Site, type SiteParts } from '#src/site.ts';
import type { HangUps } from './hang-ups.ts';
import { createListener, drain, openDoors } from './listener.ts';
import { createSites, type Sites } from './reload.ts';
import { withoutEchoes } from './signal-echoes.ts';

type SignalName = 'SIGTERM' | 'SIGINT';

/** How a running server is asked to stop. */
export interface Signals {
  on(name: SignalName, heard: () => void): unknown;
  off(name: SignalName, heard: () => void): unknown;
}

export interface ServingDeps {
  readonly parts: Omit<SiteParts, 'metrics' | 'readiness'>;
  /** Reads the configuration again. */
  readonly read: (running: Settings['values']) => ReturnType<typeof readChange>;
  readonly signals: Signals;
  /** Heard since before the settings were read. */
  readonly hangUps: HangUps;
  /** Called once it can be asked, with the ports in the order of the doors. */
  readonly onOpen: (ports: readonly number[]) => void;
}

/** Serves until a signal asks it to stop, and everything under way is done. */
export async function serveUntilStopped(settings: Settings, deps: ServingDeps): Promise<void> {
  const { signals } = deps;
  const { log } = deps.parts;
  // Before anybody can know that the server is up, and ask it to stop.
  const stops = listenForStops(signals);
  const phase = { isLeaving: false };
  const { store, ...watch } = composeWatch(deps.parts.store, {
    ...{ version: deps.parts.version, isDraining: () => phase.isLeaving },
    watchesProcess: settings.config.listen.internal !== null,
  });
  const open = (chosen: Settings) => openSite(chosen, { ...deps.parts, ...watch, store });
  const sites = createSites(await open(settings), { ...deps, open, log, metrics: watch.metrics });
  const doors = doorsOf(settings.config, sites, () => phase.isLeaving);
  const ports = await openDoors(doors);
  sites.current().start();
  deps.hangUps.answerBy(() => void sites.reload());
  deps.onOpen(ports);
  await stops.first;
  phase.isLeaving = true;
  await leave(sites.current().settings.config, stops.second, log);
  stops.end();
  const { drainMs } = sites.current().settings.config.listen;
  await Promise.all([...doors.map(({ server }) => drain(server, drainMs)), sites.stop(drainMs)]);
  log.info('stopped');
}

/**
 * Probes are told from now on; everything else goes on, until nobody is sent here any more. Kept connections are given
 * up with their next answer: one that is still in use at the end would be closed over a request on its way.
 */
async function leave({ listen }: Config, askedAgain: Promise<void>, log: Log): Promise<void> {
  if (listen.drainDelayMs > 0) {
    log.info('leaving', { delayMs: listen.drainDelayMs });
    const over = new AbortController();
    await Promise.race([pause(listen.drainDelayMs, undefined, { signal: over.signal }).catch(() => {}), askedAgain]);
    over.abort();
  }
  log.info('stopping');
}

function doorsOf({ listen }: Config, sites: Sites, isDraining: () => boolean) {
  const listenerOf = (pick: (site: Site) => Site['app']) =>
    createListener({
      app: (request, response) => pick(sites.current())(request, response),
      bodyLimitBytes: () => sites.current().settings.config.limits.bodyLimitBytes,
      isDraining,
    });
  const doors = [{ ...listen, key: 'listen.port', server: listenerOf(({ app }) => app) }];
  if (listen.internal) {
    const server = listenerOf(({ internal }) => internal);
    doors.push({ ...listen, ...listen.internal, key: 'listen.internal_port', server });
  }
  return doors;
}

/** The first signal asks to stop, the second to hurry; after `end` a further one ends the process, as by default. */
function listenForStops(signals: Signals) {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const countStop = () => {
    count += 1;
    if (count === 1) first.resolve();
    else second.resolve();
  };
  // A process that has nothing else to do need not stay for it.
  const wait = (delayMs: number) => pause(delayMs, undefined, { ref: false });
  const { heard, whenQuiet } = withoutEchoes(countStop, wait);
  signals.on('SIGTERM', heard);
  signals.on('SIGINT', heard);
  return {
    first: first.promise,
    second: second.promise,
    // Only after the echo of the last signal: unheard, it would end the process at once.
    end: () =>
      whenQuiet(() => {
        signals.off('SIGTERM', heard);
        signals.off('SIGINT', heard);
      }),
  };
}
