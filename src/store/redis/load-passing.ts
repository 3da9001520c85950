import { CLOCK_SKEW_MS } from '#src/clock-skew.ts';
import { FEEDBACK_LIFE_MS } from '#src/features/feedback/feedback-store.ts';
import type {
  AttemptRecord,
  FeedbackRecord,
  LoadOutcome,
  LoadRule,
  MailRecord,
  PlaceRecord,
  SessionRecord,
  TallyRecord,
} from '../transfer.ts';
import type { RedisConnection } from './connection.ts';
import { withInstant } from './instants.ts';
import { KEYS } from './keys.ts';
import { LOAD_SCRIPTS } from './load-scripts.ts';
import type { Argument } from './node.ts';
import { SEEN_LIFE_MS } from './session-store.ts';
import { DAY_LIFE_SECONDS } from './tally.ts';

type Load<Record> = (record: Record, rule: LoadRule, nowMs: number) => Promise<LoadOutcome>;

interface LoadPassing {
  readonly session: Load<SessionRecord>;
  readonly attempt: Load<AttemptRecord>;
  readonly feedback: Load<FeedbackRecord>;
  readonly place: Load<PlaceRecord>;
  readonly mail: Load<MailRecord>;
  readonly tally: Load<TallyRecord>;
}

/** What passes with time, and what was counted of it: only a copy brings these. */
export function createLoadPassing(redis: RedisConnection): LoadPassing {
  /** Kept as long as where it comes from. */
  const keepHash = async (key: string, fields: readonly Argument[], untilMs: number, nowMs: number) => {
    if (nowMs >= untilMs) return 'over';
    await redis.command('HSET', key, ...fields);
    await redis.command('PEXPIRE', key, String(untilMs - nowMs + CLOCK_SKEW_MS));
    return 'added';
  };
  return {
    session: async ({ id, session }, _, nowMs) => {
      const { seenAtMs, expiresAtMs } = session.facts;
      if (nowMs >= expiresAtMs) return 'over';
      await redis.command('SET', KEYS.session(id), JSON.stringify(session), 'PX', String(expiresAtMs - nowMs));
      const seenLifeMs = SEEN_LIFE_MS - (nowMs - seenAtMs);
      if (seenLifeMs > 0) {
        await redis.run(LOAD_SCRIPTS.list, [KEYS.sessionsSeen], [id, String(seenAtMs), String(seenLifeMs)]);
      }
      return 'added';
    },
    attempt: ({ name, count, notBeforeMs, expiresAtMs }, _, nowMs) => {
      const numbers = { count, notBeforeMs, expiresAtMs };
      const fields = Object.entries(numbers).flatMap(([field, value]) => [field, String(value)]);
      return keepHash(KEYS.attempt(name), fields, expiresAtMs, nowMs);
    },
    place: ({ name, taken, untilMs }, _, nowMs) =>
      keepHash(KEYS.place(name), ['taken', String(taken), 'untilMs', String(untilMs)], untilMs, nowMs),
    feedback: async ({ id, createdAtMs, sealed }, _, nowMs) => {
      const lifeMs = createdAtMs + FEEDBACK_LIFE_MS - nowMs;
      if (lifeMs <= 0) return 'over';
      await redis.command('SET', KEYS.feedback(id), withInstant(createdAtMs, sealed), 'PX', String(lifeMs));
      await redis.run(LOAD_SCRIPTS.list, [KEYS.feedbackIndex], [id, String(createdAtMs), String(lifeMs)]);
      return 'added';
    },
    mail: (mail, _, nowMs) => loadMail(redis, mail, nowMs),
    tally: async ({ created, shared, mailsSent, mailsFailed, days }) => {
      await redis.command('HSET', KEYS.totals, 'created', String(created), 'shared', String(shared));
      await redis.command('HSET', KEYS.mailTotals, 'sent', String(mailsSent), 'failed', String(mailsFailed));
      for (const { day, ...counts } of days) {
        await redis.command('HSET', KEYS.day(day), 'created', String(counts.created), 'shared', String(counts.shared));
        await redis.command('EXPIRE', KEYS.day(day), DAY_LIFE_SECONDS);
      }
      return 'added';
    },
  };
}

async function loadMail(redis: RedisConnection, mail: MailRecord, nowMs: number): Promise<LoadOutcome> {
  const isWaiting = mail.state === 'waiting';
  const lifeMs = String(Math.max(1, mail.expiresAtMs - nowMs));
  const { ticketHash, accountHash, label, sealed, lease } = mail;
  const numbers = {
    ...{ tries: mail.tries, updatedAtMs: mail.updatedAtMs, createdAtMs: mail.createdAtMs },
    expiresAtMs: mail.expiresAtMs,
  };
  const keys = [KEYS.mail(mail.id), KEYS.mailsDue, KEYS.mailExpiry, KEYS.mailAccount(accountHash)];
  await redis.run(
    LOAD_SCRIPTS.mail,
    [...keys, KEYS.mailTicket(ticketHash ?? '')],
    [
      ...[mail.id, isWaiting ? String(mail.dueAtMs) : '', String(mail.expiresAtMs), lifeMs],
      ...[ticketHash === null ? '0' : '1', 'siteKeyId', mail.siteKeyId, 'state', mail.state],
      ...Object.entries(numbers).flatMap(([field, value]) => [field, String(value)]),
      ...(isWaiting ? ['lease', lease ?? '', 'isSending', mail.isSending ? '1' : '0'] : []),
      ...(label === null ? [] : ['label', label]),
      ...(sealed === null ? [] : ['sealed', sealed]),
    ],
  );
  return 'added';
}
