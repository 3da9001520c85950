import { IdTaken } from '#src/features/secrets/secret-store.ts';
import type { LeasedMail, OutboxStatus, OutboxStore, SealedMail } from '#src/mail/outbox-store.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import type { Argument } from './node.ts';
import { OUTBOX_SCRIPTS } from './outbox-scripts.ts';
import { neverThere } from './scripts.ts';

const SCRIPT_KEYS = [KEYS.mailsDue, KEYS.mailExpiry, KEYS.mailTotals];

/** Mails in Redis: all keys under one hash tag, changed only by scripts. Only the totals have no time to live. */
export function createRedisOutboxStore(redis: RedisConnection): OutboxStore {
  const run = (script: keyof typeof OUTBOX_SCRIPTS, args: readonly Argument[], { ticket = '', account = '' } = {}) => {
    const owners = [KEYS.mailTicket(ticket), KEYS.mailAccount(account)];
    const keys = [...SCRIPT_KEYS, ...owners, neverThere('outbox')];
    return redis.run(OUTBOX_SCRIPTS[script], keys, args);
  };
  return {
    put: async (mail) => {
      const reply = await run('put', putArguments(mail), { ticket: mail.ticketHash ?? '', account: mail.accountHash });
      if (reply === 0) throw new IdTaken('a mail of that name exists');
    },
    lease: async ({ token, untilMs }, nowMs) => {
      const reply = await run('lease', [token, String(untilMs), String(nowMs)]);
      return reply === null ? null : toLeasedMail(reply as Buffer[], token);
    },
    beginSending: async ({ id, token }, untilMs, nowMs) =>
      (await run('beginSending', [id, token, String(untilMs), String(nowMs)])) === 1,
    renew: async ({ id, token }, untilMs, nowMs) =>
      (await run('renew', [id, token, String(untilMs), String(nowMs)])) === 1,
    settle: async ({ id, token }, settlement, nowMs) => {
      const dueAtMs = 'dueAtMs' in settlement ? settlement.dueAtMs : 0;
      return (await run('settle', [id, token, settlement.kind, String(nowMs), String(dueAtMs)])) === 1;
    },
    forget: async (accountHash) => void (await run('forget', [], { account: accountHash })),
    nextDueMs: async (nowMs) => {
      const reply = await run('nextDue', [String(nowMs)]);
      return reply === null ? null : Number(reply);
    },
    statusOf: async (ticketHash, nowMs) => {
      const rows = (await run('status', [String(nowMs)], { ticket: ticketHash })) as Buffer[][];
      return rows.map(toStatus).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    totals: async () => {
      const [sent, failed, waiting] = (await run('totals', [])) as Buffer[];
      return { sent: Number(sent), failed: Number(failed), waiting: Number(waiting) };
    },
  };
}

function putArguments(mail: SealedMail): Argument[] {
  const { id, createdAtMs, dueAtMs, expiresAtMs, label } = mail;
  const lifeMs = Math.max(1, expiresAtMs - createdAtMs);
  return [
    ...[id, String(dueAtMs), String(expiresAtMs), String(lifeMs), mail.ticketHash === null ? '0' : '1'],
    ...['siteKeyId', mail.siteKeyId, 'state', 'waiting', 'tries', '0', 'updatedAtMs', String(createdAtMs)],
    ...['createdAtMs', String(createdAtMs), 'expiresAtMs', String(expiresAtMs), 'sealed', mail.sealed],
    ...(label === null ? [] : ['label', label]),
  ];
}

function toLeasedMail([id, sealed, tries, expiresAtMs, isSending]: Buffer[], token: string): LeasedMail {
  return {
    id: String(id),
    token,
    sealed: sealed as Buffer,
    tries: Number(tries),
    expiresAtMs: Number(expiresAtMs),
    isUncertain: String(isSending) === '1',
  };
}

function toStatus([id, state, tries, updatedAtMs, label]: Buffer[]): OutboxStatus {
  return {
    id: String(id),
    state: String(state) as OutboxStatus['state'],
    tries: Number(tries),
    updatedAtMs: Number(updatedAtMs),
    label: label as Buffer,
  };
}
