import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Express } from 'express';
import { readArticles } from '#src/compose/articles.ts';
import { composeMail } from '#src/compose/mail.ts';
import { composeWatch } from '#src/compose/metrics.ts';
import { guessPolicyOf } from '#src/compose/secrets.ts';
import { type ComposeDeps, compose, composeInternal } from '#src/compose.ts';
import type { Config } from '#src/config/config.ts';
import { DEFAULT_PATH, loadConfig } from '#src/config/load.ts';
import { createKeyRing, type KeyRing } from '#src/crypto/key-ring.ts';
import { MOST_WAITING } from '#src/crypto/queue.ts';
import type { Payments } from '#src/features/billing/payments-port.ts';
import { createAssets } from '#src/http/assets.ts';
import type { LanguagePack } from '#src/i18n/packs.ts';
import { createTexts, type Texts } from '#src/i18n/texts.ts';
import { createLog } from '#src/log/log.ts';
import type { MailRoom } from '#src/mail/mail-room.ts';
import type { ArticleFile } from '#src/markdown/article-files.ts';
import { openResources } from '#src/resources.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { createClock, type TestClock } from './clock.ts';
import { LIGHT_PASSWORDS } from './light-passwords.ts';
import { onlyPacks, releasePacks } from './packs.ts';
import type { TestSmtpServer } from './smtp-server.ts';
import { type Cleanup, temporaryFolder } from './temp.ts';
import { testApi, watchAnswers } from './watched-answers.ts';

const root = resolve(import.meta.dirname, '../..');
const resources = openResources();

export interface TestApp {
  readonly app: Express;
  /** What the site answers to its own machines. */
  readonly internal: Express;
  /** What both are made of. */
  readonly composed: ComposeDeps;
  readonly clock: TestClock;
  readonly store: Store;
  readonly seal: KeyRing;
  readonly config: Config;
  /** `await mail.postman.deliverDue()` sends what waits; nothing is sent without. */
  readonly mail: MailRoom;
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
  /** Under the site secret of another test site, for two on one store. */
  readonly seal?: KeyRing;
  /** Takes the mails of the site; without it the site has no mail server. */
  readonly mailServer?: TestSmtpServer;
  /** The payment provider; without it the site can ask none. */
  readonly payments?: (deps: Pick<ComposeDeps, 'config' | 'seal' | 'now'>) => Payments | null;
  /** Called when something may have to be done about payments. */
  readonly wakeBilling?: () => void;
  /** Cheap argon2 for passphrases and passwords, for tests that need many tries. The default is what a site uses. */
  readonly hasLightPassphrases?: boolean;
  /** Languages beside those of locales/, by code; what one lacks is English. */
  readonly packs?: Readonly<Record<string, LanguagePack>>;
}

/** Thousands of requests of one test come from one address, and its clock stands still. */
const UNLIMITED = { HUSHLINK_LIMITS_ENABLED: 'false' };
const LIGHT_KDF = { 1: { memoryKib: 64, passes: 1, parallelism: 1 } };

/** The whole application in this process, on a clock that stands still until it is moved. */
export function createTestApp(t: Cleanup, options: TestAppOptions = {}): TestApp {
  const folder = temporaryFolder(t);
  const clock = options.clock ?? createClock();
  const mailEnv = options.mailServer ? mailSettings(options.mailServer) : {};
  const lightEnv = options.hasLightPassphrases ? LIGHT_PASSWORDS : {};
  const config = readConfig({ HUSHLINK_DATA: folder, ...UNLIMITED, ...lightEnv, ...mailEnv, ...options.env });
  const seal = options.seal ?? createKeyRing({ siteSecret: randomBytes(32), randomBytes });
  const { store, metrics, readiness } = composeWatch(options.store ?? openTestStore(t, config, folder, clock), {
    ...{ version: readVersion(), isDraining: () => false, watchesProcess: false },
  });
  const logged: string[] = [];
  const texts = createTexts(options.packs ? onlyPacks(options.packs) : releasePacks);
  const shared = {
    ...{ config, seal, store, now: clock.now, randomBytes: (size: number) => randomBytes(size) },
    texts,
    articles: articlesOf(config, texts),
    describedApi: testApi,
    log: createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } }),
  };
  const mail = composeMail(shared);
  t.after(() => mail.postman.stop(0));
  const composed: ComposeDeps = {
    ...{ ...shared, mailer: mail.mailer, version: readVersion(), monotonicMs: () => performance.now() },
    payments: options.payments?.(shared) ?? null,
    wakeBilling: options.wakeBilling ?? (() => {}),
    assets: createAssets(resources),
    newUuid: () => randomUUID(),
    ...{ metrics, readiness },
    stretching: { concurrent: 2, waiting: MOST_WAITING, ...(options.hasLightPassphrases && { versions: LIGHT_KDF }) },
  };
  const [app, internal] = [watchAnswers(compose(composed)), composeInternal(composed)];
  return { app, internal, composed, clock, store, seal, config, folder, logged, mail };
}

/** What makes a site send its mails to that server. */
export function mailSettings(server: TestSmtpServer): Record<string, string> {
  return { HUSHLINK_MAIL_SMTP: server.address, HUSHLINK_MAIL_FROM: 'Hushlink <no-reply@hush.example.org>' };
}

export function readConfig(env: Readonly<Record<string, string>>): Config {
  const loaded = loadConfig({
    env,
    cwd: root,
    readFile: (path) => readFileSync(path, 'utf8'),
    defaultText: resources.text(DEFAULT_PATH),
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.failure));
  return loaded.value.config;
}

export function readVersion(): string {
  return JSON.parse(resources.text('package.json')).version;
}

function articlesOf(config: Config, texts: Texts): readonly ArticleFile[] {
  const articles = readArticles(config, texts, resources);
  if (!articles.ok) throw new Error(articles.failure.problems.join('\n'));
  return articles.value;
}

/** A store that the end of the test closes, unless the test itself has. */
function openTestStore(t: Cleanup, config: Config, folder: string, clock: TestClock): Store {
  const store = openSqliteStore({
    path: join(folder, 'hushlink.db'),
    policy: guessPolicyOf(config.secrets),
    now: clock.now,
    onSweepError: (error) => {
      throw error;
    },
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= store.close();
    return closing;
  };
  t.after(close);
  return { ...store, close };
}
