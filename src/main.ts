import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readArticles } from './compose/articles.ts';
import { composeBillingWatcher, openPayments } from './compose/billing.ts';
import { composeMonitor } from './compose/domain-watch.ts';
import { composeMail } from './compose/mail.ts';
import { type ComposeDeps, compose, composeInternal } from './compose.ts';
import type { Config } from './config/config.ts';
import { loadConfig } from './config/load.ts';
import { type ConfigFailure, problemText } from './config/problem.ts';
import { createRandomPool } from './crypto/random-pool.ts';
import type { Seal } from './crypto/seal.ts';
import { createAssets } from './http/assets.ts';
import { readPacks } from './i18n/packs.ts';
import { createTexts, type Texts } from './i18n/texts.ts';
import { createListener, drain, openDoors } from './listener.ts';
import { createLog, type Log } from './log/log.ts';
import type { ArticleFile } from './markdown/article-files.ts';
import { openSeal } from './open-seal.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store/store.ts';

/** What a running server touches of the outside. */
export interface ServeIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stderr: { write(text: string): unknown };
  readonly signals: { once(name: 'SIGTERM' | 'SIGINT', stop: () => void): unknown };
}

/** The folder that holds package.json, one above both src/ and dist/. */
const ROOT = join(import.meta.dirname, '..');
const drawBytes = createRandomPool((size) => randomBytes(size));

/** Serves until a signal asks it to stop; resolves with the exit code. */
export async function serve(io: ServeIo): Promise<number> {
  const loaded = loadConfig({
    env: io.env,
    cwd: io.cwd,
    readFile: (path) => readFileSync(path, 'utf8'),
    defaultText: readFileSync(join(ROOT, 'config/hushlink.yaml'), 'utf8'),
    defaultPath: 'config/hushlink.yaml',
  });
  if (!loaded.ok) return refuseToStart(io, loaded.failure);
  const { config, warnings } = loaded.value;
  const log = createLog({ level: config.log.level });
  for (const warning of warnings) log.warn('configuration', { warning });
  const seal = await openSeal(config, { log, drawBytes });
  if (!seal.ok) return refuseToStart(io, seal.failure);
  const texts = createTexts(readPacks(join(ROOT, 'locales')));
  if (!texts.locales.includes(config.locales.default)) {
    return stop(io, `There is no language ${config.locales.default}; hint: locales.default is one of ${texts.locales}`);
  }
  const articles = readArticles(config, texts, join(ROOT, 'locales/info'));
  if (!articles.ok) return stop(io, articles.failure.problems.join('\n'));
  try {
    return await runUntilStopped(io, { config, seal: seal.value, texts, articles: articles.value, log });
  } catch (error) {
    log.fatal('start', { err: error });
    await log.flush();
    return stop(io, `Hushlink cannot start: ${reasonOf(error)}`);
  }
}

interface Parts {
  readonly config: Config;
  readonly seal: Seal;
  readonly texts: Texts;
  readonly articles: readonly ArticleFile[];
  readonly log: Log;
}

async function runUntilStopped(io: ServeIo, parts: Parts): Promise<number> {
  const store = await openStore(parts.config, parts.log);
  try {
    const kept = await store.site.keepSiteKeyCheck(parts.seal.siteKeyCheck);
    if (kept === parts.seal.siteKeyCheck) return await serveUntilStopped(io, parts, store);
    return stop(
      io,
      'This store belongs to another site secret; hint: set HUSHLINK_SITE_SECRET to the one it was made with',
    );
  } finally {
    await store.close();
    await parts.log.flush();
  }
}

async function serveUntilStopped(io: ServeIo, parts: Parts, store: Store): Promise<number> {
  const { config, log } = parts;
  // Before anybody can know that the server is up, and ask it to stop.
  const stopAsked = new Promise<void>((resolve) => {
    io.signals.once('SIGTERM', resolve);
    io.signals.once('SIGINT', resolve);
  });
  let isDraining = false;
  const { mailer, postman } = composeMail({ ...parts, store, now: () => Date.now(), randomBytes: drawBytes });
  const monitor = composeMonitor({ ...parts, store, now: () => Date.now(), randomBytes: drawBytes });
  const payments = await openPayments({ ...parts, now: () => Date.now() });
  const watcher = composeBillingWatcher({ ...parts, store, payments, now: () => Date.now(), randomBytes: drawBytes });
  const wakeBilling = () => watcher?.wake();
  const composed = composeDepsOf({ ...parts, store, mailer, payments, wakeBilling }, () => isDraining);
  const listenerOf = (app: RequestListener) =>
    createListener({ app, bodyLimitBytes: config.limits.bodyLimitBytes, isDraining: () => isDraining });
  const doors = [{ server: listenerOf(compose(composed)), ...config.listen }];
  if (config.listen.internal) {
    doors.push({ server: listenerOf(composeInternal(composed)), ...config.listen, ...config.listen.internal });
  }
  const ports = await openDoors(doors);
  postman.start();
  monitor?.start();
  watcher?.start();
  announce(io, ports, config, log);
  await stopAsked;
  isDraining = true;
  log.info('stopping');
  const { drainMs } = config.listen;
  const workers = [postman.stop(drainMs), monitor?.stop(drainMs), watcher?.stop(drainMs)];
  await Promise.all([...doors.map(({ server }) => drain(server, drainMs)), ...workers]);
  log.info('stopped');
  return 0;
}

function composeDepsOf(
  deps: Parts & Pick<ComposeDeps, 'store' | 'mailer' | 'payments' | 'wakeBilling'>,
  isDraining: () => boolean,
): ComposeDeps {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    ...deps,
    assets: createAssets({ folder: join(ROOT, 'static') }),
    version,
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    randomBytes: drawBytes,
    newUuid: () => randomUUID(),
    isDraining,
    stretching: { concurrent: availableParallelism(), waiting: 16 },
  };
}

function announce(io: ServeIo, [port, internalPort]: readonly number[], config: Config, log: Log): void {
  const url = config.site.host ? `${config.site.scheme}://${config.site.host}/` : `http://localhost:${port}/`;
  log.info('listening', { port, ...(internalPort !== undefined && { internalPort }), store: config.store.kind });
  io.stderr.write(`Hushlink is ready at ${url}\n`);
}

function refuseToStart(io: ServeIo, { problems }: ConfigFailure): number {
  return stop(io, problems.map(problemText).join('\n'));
}

function stop(io: ServeIo, message: string): number {
  io.stderr.write(`${message}\n`);
  return 1;
}

/** What went wrong and why, as far as the errors themselves say it: 'Redis does not answer (connect ECONNREFUSED …)'. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
