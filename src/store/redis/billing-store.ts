import type { CustId, Owner } from '#src/features/accounts/customer.ts';
import {
  type BillingStore,
  type DueBilling,
  FARTHEST_LOOK_MS,
  type LinkOutcome,
} from '#src/features/billing/billing-store.ts';
import { BILLING_SCRIPTS } from './billing-scripts.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';
import { createTakeLead } from './lead.ts';
import { neverThere } from './scripts.ts';

const SCRIPT_KEYS = [KEYS.billingDue, neverThere('accounts')];

type Run = (script: keyof typeof BILLING_SCRIPTS, ...args: readonly (string | number)[]) => Promise<unknown>;

/** Payment in Redis, beside the accounts; changed only by scripts. Nothing of it has a time to live. */
export function createRedisBillingStore(redis: RedisConnection): BillingStore {
  const run: Run = (script, ...args) => redis.run(BILLING_SCRIPTS[script], SCRIPT_KEYS, args.map(String));
  return {
    link: async (owner, payer) => String(await run('link', nameOf(owner), payer)) as LinkOutcome,
    ownerOf: async (payer) => {
      const name = (await redis.command('GET', KEYS.payer(payer))) as Buffer | null;
      return name === null ? null : toOwner(String(name));
    },
    find: async (owner) => {
      const reply = (await run('find', nameOf(owner))) as [Buffer[], Buffer | null] | null;
      if (reply === null) return null;
      const [payers, seen] = reply;
      return { owner: toPlainOwner(owner), payers: payers.map(String), seen: seen && JSON.parse(String(seen)) };
    },
    beginLook: async (owner) => {
      const look = await run('beginLook', nameOf(owner));
      return look === null ? null : Number(look);
    },
    keep: async (owner, look, { seen, paid, nextLookAtMs }) => {
      const texts = [JSON.stringify(seen), paid === null ? '' : JSON.stringify(paid)];
      return (await run('keep', nameOf(owner), look, ...texts, nextLookAtMs)) === 1;
    },
    due: async (limit, nowMs) =>
      ((await run('due', limit, nowMs, nowMs + FARTHEST_LOOK_MS)) as DueRow[]).map(toDueBilling),
    putOff: async (owner, nextLookAtMs) =>
      void (await redis.command('ZADD', KEYS.billingDue, 'XX', String(nextLookAtMs), nameOf(owner))),
    forget: async (owner) => void (await run('forget', nameOf(owner))),
    hurry: async (owner, nowMs) => void (await run('hurry', nameOf(owner), nowMs)),
    takeLead: createTakeLead(redis, KEYS.billingLead),
  };
}

/** Owner, payers, whether the account is gone. */
type DueRow = readonly [Buffer, Buffer[], number];

function toDueBilling([name, payers, isOrphaned]: DueRow): DueBilling {
  return { owner: toOwner(String(name)), payers: payers.map(String), isOrphaned: isOrphaned === 1 };
}

/** As scripts of payment name an owner: '{createdAtMs}:{custid}'. */
export function nameOf({ custid, createdAtMs }: Owner): string {
  return `${createdAtMs}:${custid}`;
}

export function toOwner(name: string): Owner {
  const colon = name.indexOf(':');
  return { custid: name.slice(colon + 1) as CustId, createdAtMs: Number(name.slice(0, colon)) };
}

/** Callers may pass a whole customer. */
function toPlainOwner({ custid, createdAtMs }: Owner): Owner {
  return { custid, createdAtMs };
}
