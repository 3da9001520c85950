import type { Texts } from '#src/i18n/texts.ts';
import { failureFields } from '#src/store-unavailable.ts';
import type { Timers } from '#src/timers.ts';
import type { Mailbox } from '#src/values/mail-address.ts';
import { nextTryMs } from './backoff.ts';
import type { Letter, OutgoingMail } from './mail-port.ts';
import { messageNameOf, type OutboxSeals, openMail } from './mailer.ts';
import { composeMessage, type Message } from './message.ts';
import type { LeasedMail, OutboxStore, Settlement } from './outbox-store.ts';
import type { HandOver, SmtpClient } from './smtp.ts';

/** What the mail room says of its work. Never an address, never what a mail server said. */
export interface MailLog {
  info(event: string, fields: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields: Readonly<Record<string, unknown>>): void;
  error(event: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface DeliveryDeps {
  readonly outbox: OutboxStore;
  readonly seals: OutboxSeals;
  readonly smtp: SmtpClient;
  readonly texts: Texts;
  readonly siteName: string;
  readonly from: Mailbox;
  readonly maxTries: number;
  readonly log: MailLog;
  readonly now: () => number;
  readonly random: () => number;
  readonly timers: Timers;
  /** Whether what the letter leads to cannot be opened any more: nobody is sent there. */
  readonly isOver: (letter: Letter) => Promise<boolean | 'not-yet-known'>;
}

/** A lease is short, so that the mails of a process that died do not wait long, and renewed while it is needed. */
export const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5_000;
/** A secret that is just being handed out is over in a moment, or waits again. */
const UNKNOWN_PAUSE_MS = 60_000;
const SETTLE_TRIES = 80;
const SETTLE_PAUSE_MS = 250;

/** Sends one leased mail, or finds out that it cannot be sent now, and settles it. `cut` ends it half-way. */
export type Deliver = (leased: LeasedMail, cut: AbortSignal) => Promise<void>;

export function createDelivery(deps: DeliveryDeps): Deliver {
  const { outbox, log, now, timers } = deps;

  async function settle(leased: LeasedMail, settlement: Settlement, cut: AbortSignal): Promise<void> {
    // Between the server's yes and this commit lies the one moment at which a crash sends a mail twice.
    for (let tries = 1; ; tries += 1) {
      try {
        const isOurs = await outbox.settle(leased, settlement, now());
        if (!isOurs) log.warn('mail lease lost', { settlement: settlement.kind, tries: leased.tries });
        return;
      } catch (error) {
        if (tries === SETTLE_TRIES || cut.aborted) throw error;
        await timers.pause(SETTLE_PAUSE_MS, cut);
      }
    }
  }

  return async (leased, cut) => {
    const mail = open(leased, deps);
    if (mail === null) return settle(leased, unopened(leased, deps), cut);
    if (leased.tries > deps.maxTries) return settle(leased, spent(leased, mail, deps), cut);
    const message = composeMessage(mail, messageNameOf(leased.id, deps.seals), deps.now(), deps);
    // It has cost what a real one costs, but for the conversation, which nobody sees.
    if (mail.isDecoy) return settle(leased, { kind: 'dropped' }, cut);
    const isOver = await whetherOver(mail.letter, deps);
    if (isOver === 'not-yet-known') return settle(leased, postponed(UNKNOWN_PAUSE_MS, deps), cut);
    if (isOver) return settle(leased, overtaken(leased, mail, deps), cut);
    if (leased.isUncertain) log.warn('mail sent again after a crash', { kind: mail.letter.kind, tries: leased.tries });
    const stopRenewing = timers.every(RENEW_EVERY_MS, () => {
      const nowMs = now();
      outbox
        .renew(leased, nowMs + LEASE_MS, nowMs)
        .catch((error: unknown) => log.error('outbox', failureFields(error)));
    });
    try {
      await settle(leased, judge(await handOver(leased, message, cut, deps), leased, mail, deps), cut);
    } finally {
      stopRenewing();
    }
  };
}

/** In a cluster the part of the store that knows may be away while that of the outbox is there. */
async function whetherOver(letter: Letter, { isOver, log }: DeliveryDeps): Promise<boolean | 'not-yet-known'> {
  try {
    return await isOver(letter);
  } catch (error) {
    log.error('outbox', failureFields(error));
    return 'not-yet-known';
  }
}

function handOver(leased: LeasedMail, message: Message, cut: AbortSignal, deps: DeliveryDeps): Promise<HandOver> {
  const mayBegin = () => deps.outbox.beginSending(leased, deps.now() + LEASE_MS, deps.now());
  return deps.smtp.send(message, { mayBegin, signal: cut });
}

/** What is to be written down about a try; the log gets to know it too. */
function judge(outcome: HandOver, leased: LeasedMail, mail: OutgoingMail, deps: DeliveryDeps): Settlement {
  const { log, now, random, maxTries } = deps;
  const { tries, expiresAtMs } = leased;
  const facts = { kind: mail.letter.kind, tries };
  if (outcome.kind === 'stopped') {
    if (outcome.isUncertain) log.warn('mail waits', { ...facts, code: 'stopped', isUncertain: true, waitMs: 0 });
    return postponed(0, deps);
  }
  if (outcome.kind === 'accepted') {
    log.info('mail sent', facts);
    return { kind: 'sent' };
  }
  const { code, isPermanent, isUncertain } = outcome;
  const dueAtMs = isPermanent ? null : nextTryMs({ tries, maxTries, nowMs: now(), expiresAtMs }, random);
  if (dueAtMs === null) {
    log.warn('mail failed', { ...facts, code });
    return { kind: 'failed' };
  }
  const wait = { ...facts, code, isUncertain, waitMs: dueAtMs - now() };
  if (isUncertain) log.warn('mail waits', wait);
  else log.info('mail waits', wait);
  return { kind: 'retry', dueAtMs };
}

/** Counted as a mail that ran out before it was sent: it never came, and whoever asks for it must not think so. */
function overtaken({ tries }: LeasedMail, { letter }: OutgoingMail, { log }: DeliveryDeps): Settlement {
  log.info('mail not sent', { kind: letter.kind, tries, code: 'over' });
  return { kind: 'failed' };
}

/** Whatever kept it from being tried says nothing against the mail. */
function postponed(pauseMs: number, { now }: DeliveryDeps): Settlement {
  return { kind: 'postponed', dueAtMs: now() + pauseMs };
}

/** Another process may have the site secret that it needs already, or a start to come. */
function unopened({ tries, expiresAtMs }: LeasedMail, { maxTries, now, random, log }: DeliveryDeps): Settlement {
  const dueAtMs = nextTryMs({ tries, maxTries, nowMs: now(), expiresAtMs }, random);
  log.warn(dueAtMs === null ? 'mail failed' : 'mail waits', { kind: 'unknown', tries, code: 'sealed otherwise' });
  return dueAtMs === null ? { kind: 'failed' } : { kind: 'retry', dueAtMs };
}

/** Tried too often by processes that died of it. */
function spent({ tries }: LeasedMail, { letter }: OutgoingMail, { log }: DeliveryDeps): Settlement {
  log.warn('mail failed', { kind: letter.kind, tries, code: 'tries' });
  return { kind: 'failed' };
}

/** Null for what another site secret has sealed. */
function open({ id, sealed }: LeasedMail, { seals }: DeliveryDeps): OutgoingMail | null {
  try {
    return openMail(id, sealed, seals);
  } catch {
    return null;
  }
}
