import type { DatabaseSync } from 'node:sqlite';
import { FEEDBACK_LIFE_MS } from '#src/features/feedback/feedback-store.ts';
import type {
  AttemptRecord,
  FeedbackRecord,
  LoadOutcome,
  MailRecord,
  PlaceRecord,
  SessionRecord,
  TallyRecord,
} from '../transfer.ts';

/** What passes with time, and what was counted of it: only a copy brings these. Inside a write transaction. */
export function prepareLoadPassing(database: DatabaseSync) {
  const statements = prepareStatements(database);
  return {
    session: ({ id, session }: SessionRecord): LoadOutcome => {
      const { seenAtMs, expiresAtMs } = session.facts;
      statements.session.run(id, JSON.stringify(session), seenAtMs, expiresAtMs);
      return 'added';
    },
    attempt: ({ name, count, notBeforeMs, expiresAtMs }: AttemptRecord): LoadOutcome => {
      statements.attempt.run(name, count, notBeforeMs, expiresAtMs);
      return 'added';
    },
    feedback: ({ id, createdAtMs, sealed }: FeedbackRecord): LoadOutcome => {
      statements.feedback.run(id, createdAtMs, createdAtMs + FEEDBACK_LIFE_MS, sealed);
      return 'added';
    },
    place: ({ name, taken, untilMs }: PlaceRecord): LoadOutcome => {
      statements.place.run(name, taken, untilMs);
      return 'added';
    },
    mail: (mail: MailRecord): LoadOutcome => {
      statements.mail.run(
        ...[mail.id, mail.siteKeyId, mail.ticketHash, mail.accountHash, mail.state, mail.createdAtMs],
        ...[mail.updatedAtMs, mail.dueAtMs, mail.expiresAtMs, mail.tries, mail.lease, mail.isSending ? 1 : 0],
        ...[mail.label, mail.sealed],
      );
      statements.countWaiting.run();
      return 'added';
    },
    tally: ({ created, shared, mailsSent, mailsFailed, days }: TallyRecord): LoadOutcome => {
      statements.total.run('created', created);
      statements.total.run('shared', shared);
      statements.mailTotal.run('sent', mailsSent);
      statements.mailTotal.run('failed', mailsFailed);
      for (const day of days) statements.day.run(day.day, day.created, day.shared);
      return 'added';
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    session: database.prepare(
      'INSERT OR REPLACE INTO session (id, kept, seen_at_ms, expires_at_ms) VALUES (?, ?, ?, ?)',
    ),
    attempt: database.prepare(
      'INSERT OR REPLACE INTO attempt (name, count, not_before_ms, expires_at_ms) VALUES (?, ?, ?, ?)',
    ),
    feedback: database.prepare(
      'INSERT OR REPLACE INTO feedback (id, created_at_ms, expires_at_ms, sealed) VALUES (?, ?, ?, ?)',
    ),
    place: database.prepare('INSERT OR REPLACE INTO place (name, taken, until_ms) VALUES (?, ?, ?)'),
    mail: database.prepare(
      `INSERT OR REPLACE INTO outbox (id, site_key_id, ticket_hash, account_hash, state, created_at_ms, updated_at_ms,
         due_at_ms, expires_at_ms, tries, lease, is_sending, label, sealed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    countWaiting: database.prepare(
      `INSERT OR REPLACE INTO outbox_total (name, count)
         VALUES ('waiting', (SELECT count(*) FROM outbox WHERE state = 'waiting'))`,
    ),
    mailTotal: database.prepare('INSERT OR REPLACE INTO outbox_total (name, count) VALUES (?, ?)'),
    total: database.prepare('INSERT OR REPLACE INTO tally (name, count) VALUES (?, ?)'),
    day: database.prepare('INSERT OR REPLACE INTO day_tally (day, created, shared) VALUES (?, ?, ?)'),
  };
}
