import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeMail } from '#src/compose/mail.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { openPacks } from '#src/i18n/packs.ts';
import { createTexts } from '#src/i18n/texts.ts';
import { createLog } from '#src/log/log.ts';
import type { Letter, OutgoingMail } from '#src/mail/mail-port.ts';
import type { MailRoom } from '#src/mail/mail-room.ts';
import { openResources } from '#src/resources.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import type { Timers } from '#src/timers.ts';
import { mailSettings, readConfig } from '../support/app.ts';
import { createClock, type TestClock } from '../support/clock.ts';
import type { TestSmtpServer } from '../support/smtp-server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';

export const texts = createTexts(openPacks(openResources()));
const policy = { tries: 1, firstDelayMs: 0, maxDelayMs: 0, maxLockMs: 0 };

export const HOUR_MS = 3_600_000;

export interface MailStage extends MailRoom {
  readonly clock: TestClock;
  readonly store: Store;
  readonly folder: string;
  /** Lines of the log. */
  readonly logged: string[];
  /** Another process on the same store. */
  another(timers?: Timers): MailRoom;
  /** A mail to that address, as features make it; anything else can be changed. */
  mailTo(to: string, changes?: Partial<OutgoingMail>): OutgoingMail;
}

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly tries?: number;
  /** What stands between a mail room and the store. */
  readonly around?: (store: Store) => Store;
}

/** The mail room on a store and a clock of its own, with a real mail server. Nothing is sent before `deliverDue`. */
export function setStage(t: Cleanup, server: TestSmtpServer, options: StageOptions = {}): MailStage {
  const [folder, clock, logged] = [temporaryFolder(t), createClock(), [] as string[]];
  const onSweepError = (error: unknown) => {
    throw error;
  };
  const store = openSqliteStore({ path: join(folder, 'hushlink.db'), policy, now: clock.now, onSweepError });
  const seal = createKeyRing({ siteSecret: randomBytes(32), randomBytes });
  const log = createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } });
  const rooms: MailRoom[] = [];
  const another = (timers?: Timers) => {
    const tries = options.tries === undefined ? {} : { HUSHLINK_MAIL_TRIES: String(options.tries) };
    const config = readConfig({ HUSHLINK_DATA: folder, ...mailSettings(server), ...tries, ...options.env });
    const room = composeMail({
      config,
      seal,
      store: options.around?.(store) ?? store,
      texts,
      log,
      now: clock.now,
      randomBytes,
      ...(timers && { timers }),
    });
    rooms.push(room);
    return room;
  };
  t.after(async () => {
    await Promise.all(rooms.map(({ postman }) => postman.stop(0)));
    await store.close();
  });
  const mailTo = (to: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
    ...{ to, locale: 'en', host: 'hush.example.org', ticket: null, expiresAtMs: clock.now() + HOUR_MS },
    letter: letters(clock.now()).reset,
    ...changes,
  });
  return { ...another(), clock, store, folder, logged, another, mailTo };
}

const SHORTEST_REST_MS = 5_000;

/** Nobody wakes by himself: only what is waited for can end a rest. A moment's hesitation is none. */
export const sleepers: Timers = {
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted || ms < SHORTEST_REST_MS) resolve();
      else signal?.addEventListener('abort', () => resolve());
    }),
  every: () => () => {},
};

/** One of each kind. */
export function letters(nowMs: number) {
  const link = 'https://hush.example.org/x/0123456789abcdefghijklmnopqrstu';
  const expiresAtMs = nowMs + HOUR_MS;
  return {
    verification: { kind: 'verification', link, expiresAtMs },
    knownAccount: { kind: 'known-account', signInLink: `${link}/in`, resetLink: `${link}/forgot` },
    signUpAgain: { kind: 'sign-up-again', link, expiresAtMs },
    reset: { kind: 'reset', link, expiresAtMs },
    passwordChanged: { kind: 'password-changed', resetLink: link, changedAtMs: nowMs },
    recipientLink: {
      kind: 'recipient-link',
      link,
      sender: 'ada@example.org',
      isSenderProven: true,
      hasPassphrase: true,
      expiresAtMs,
    },
    supportIntake: { kind: 'support-intake', link, ticketNumber: '123456', hasPassphrase: true, expiresAtMs },
    test: { kind: 'test' },
  } as const satisfies Record<string, Letter>;
}

/** Every byte of the SQLite file and its log. */
export function bytesOf(folder: string): Buffer {
  return Buffer.concat(['', '-wal'].map((ending) => readFileSync(join(folder, `hushlink.db${ending}`))));
}
