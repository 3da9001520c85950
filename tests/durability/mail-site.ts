import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { composeMail } from '#src/compose/mail.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { createLog } from '#src/log/log.ts';
import type { Mailer, MailTotals } from '#src/mail/mail-port.ts';
import { openResources } from '#src/resources.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { mailSettings, readConfig } from '../support/app.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

const policy = { tries: 1, firstDelayMs: 0, maxDelayMs: 0, maxLockMs: 0 };
const HOUR_MS = 3_600_000;

/** A site without a running server: its store, and a way to put mails into it beside the server. */
export interface MailSite {
  /** A server of the site, as a process of its own. */
  start(env?: Readonly<Record<string, string>>): Promise<TestServer>;
  /** Puts one mail for each into the outbox. */
  post(people: readonly string[], link?: string): Promise<void>;
  totals(): Promise<MailTotals>;
  /** Of the store: SQLite's file and log, Redis's append-only file. */
  readonly folder: string;
}

export type Engine = 'SQLite' | 'Redis';

export async function openMailSite(t: Cleanup, engine: Engine, smtp: TestSmtpServer): Promise<MailSite> {
  const folder = temporaryFolder(t);
  const redis = engine === 'Redis' ? await startRedisServer({ appendfsync: 'no' }) : null;
  if (redis) t.after(() => redis.stop());
  const siteSecret = randomBytes(32);
  const env = {
    ...{ ...mailSettings(smtp), HUSHLINK_SITE_SECRET: siteSecret.toString('base64') },
    ...(redis && { HUSHLINK_STORE: redis.url }),
  };
  const withMailer = async <Value>(use: (mailer: Mailer) => Promise<Value>): Promise<Value> => {
    const store = redis ? await openRedis(redis.url) : openSqlite(join(folder, 'data/hushlink.db'));
    const seal = createKeyRing({ siteSecret, randomBytes });
    const config = readConfig({ HUSHLINK_DATA: folder, ...env });
    const texts = createTexts(openPacks(openResources()));
    try {
      const room = {
        config,
        seal,
        store,
        texts,
        log: createLog({ level: 'silent' }),
        now: () => Date.now(),
        randomBytes,
      };
      return await use(composeMail(room).mailer);
    } finally {
      await store.close();
    }
  };
  // Makes the folder of the SQLite file, and lets the site secret be kept.
  const first = await startServer({ folder, env });
  await first.stop();
  return {
    folder: redis?.folder ?? join(folder, 'data'),
    start: (added) => startServer({ folder, env: { ...env, ...added } }),
    post: (people, link = 'https://hush.example.org/x') =>
      withMailer(async (mailer) => {
        await Promise.all(people.map((to) => mailer.send(mailTo(to, link))));
      }),
    totals: () => withMailer((mailer) => mailer.totals()),
  };
}

export function people(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `reader-${at}@example.com`);
}

function mailTo(to: string, link: string) {
  const expiresAtMs = Date.now() + HOUR_MS;
  const letter = { kind: 'verification', link, expiresAtMs } as const;
  return { to, locale: 'en', host: 'hush.example.org', letter, expiresAtMs, ticket: to };
}

function openRedis(url: string): Promise<Store> {
  return openRedisStore({ url, policy, onError: () => {}, onWarning: () => {} });
}

function openSqlite(path: string): Store {
  const onSweepError = (error: unknown) => {
    throw error;
  };
  return openSqliteStore({ path, policy, now: () => Date.now(), onSweepError });
}
