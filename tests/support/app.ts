import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Express } from 'express';
import { compose, guessPolicyOf } from '#src/compose.ts';
import type { Config } from '#src/config/config.ts';
import { loadConfig } from '#src/config/load.ts';
import { createSeal, type Seal } from '#src/crypto/seal.ts';
import { createAssets } from '#src/http/assets.ts';
import { readPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { createLog } from '#src/log/log.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { createClock, type TestClock } from './clock.ts';
import { type Cleanup, temporaryFolder } from './temp.ts';

const root = resolve(import.meta.dirname, '../..');

export interface TestApp {
  readonly app: Express;
  readonly clock: TestClock;
  readonly store: Store;
  readonly seal: Seal;
  readonly config: Config;
  /** Where the SQLite file is. */
  readonly folder: string;
  /** Every line logged so far. */
  readonly logged: string[];
}

export interface TestAppOptions {
  /** Environment of the site: HUSHLINK_SITE_HOST and the like. */
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of an SQLite store in a folder of its own. */
  readonly store?: Store;
  readonly clock?: TestClock;
  /** Cheap argon2, for tests that need many tries. The default is what a site uses. */
  readonly hasLightPassphrases?: boolean;
}

const LIGHT_KDF = { 1: { memoryKib: 64, passes: 1, parallelism: 1 } };

/** The whole application in this process, on a clock that stands still until it is moved. */
export function createTestApp(t: Cleanup, options: TestAppOptions = {}): TestApp {
  const folder = temporaryFolder(t);
  const clock = options.clock ?? createClock();
  const config = readConfig({ HUSHLINK_DATA: folder, ...options.env });
  const seal = createSeal({ siteSecret: randomBytes(32), randomBytes });
  const store = options.store ?? openTestStore(t, config, folder, clock);
  const logged: string[] = [];
  const app = compose({
    ...{ config, seal, store, version: readVersion(), now: clock.now, monotonicMs: () => performance.now() },
    texts: createTexts(readPacks(join(root, 'locales'))),
    assets: createAssets({ folder: join(root, 'static') }),
    log: createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } }),
    randomBytes: (size) => randomBytes(size),
    newUuid: () => randomUUID(),
    isDraining: () => false,
    stretching: { concurrent: 2, waiting: 16, ...(options.hasLightPassphrases && { versions: LIGHT_KDF }) },
  });
  return { app, clock, store, seal, config, folder, logged };
}

export function readConfig(env: Readonly<Record<string, string>>): Config {
  const loaded = loadConfig({
    env,
    cwd: root,
    readFile: (path) => readFileSync(path, 'utf8'),
    defaultText: readFileSync(join(root, 'config/hushlink.yaml'), 'utf8'),
    defaultPath: 'config/hushlink.yaml',
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value.config;
}

export function readVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

function openTestStore(t: Cleanup, config: Config, folder: string, clock: TestClock): Store {
  const store = openSqliteStore({
    path: join(folder, 'hushlink.db'),
    policy: guessPolicyOf(config.secrets),
    now: clock.now,
    onSweepError: (error) => {
      throw error;
    },
  });
  t.after(() => store.close());
  return store;
}
