import type { AccountStore, Registration } from '#src/features/accounts/account-store.ts';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { CUSTOMER_FIELDS, customerFields, RENEWED_COUNT, toCustomer } from './account-rows.ts';
import { ACCOUNT_SCRIPTS } from './account-scripts.ts';
import type { RedisConnection } from './connection.ts';
import { KEYS } from './keys.ts';

const { customersByCreation: BY_CREATION, customer: customerKey, reset: resetKey } = KEYS;
const SIGN_OUT_BATCH = 200;

/** Accounts in Redis: a hash for each, and all names by creation; changed only by scripts. */
export function createRedisAccountStore(redis: RedisConnection): AccountStore {
  const find = async (custid: CustId) => {
    const reply = await redis.command('HMGET', customerKey(custid), ...CUSTOMER_FIELDS);
    return toCustomer(custid, reply as (Buffer | null)[]);
  };
  const change = async (script: keyof typeof ACCOUNT_SCRIPTS, custid: CustId, ...args: readonly string[]) =>
    Number(await redis.run(ACCOUNT_SCRIPTS[script], [customerKey(custid)], args)) === 1;
  const keysOf = (custid: CustId) => [customerKey(custid), BY_CREATION];

  return {
    create: async (customer) => {
      const args = [String(customer.createdAtMs), customer.custid, ...customerFields(customer)];
      return Number(await redis.run(ACCOUNT_SCRIPTS.create, keysOf(customer.custid), args)) === 1;
    },
    register: async (customer, renewedHash) => {
      const { createdAtMs, custid } = customer;
      const args = [String(createdAtMs), custid, String(RENEWED_COUNT), renewedHash, ...customerFields(customer)];
      return String(await redis.run(ACCOUNT_SCRIPTS.register, keysOf(custid), args)) as Registration;
    },
    find,
    recent: async (limit) => {
      if (limit < 1) return [];
      const names = (await redis.command('ZREVRANGE', BY_CREATION, '0', String(limit - 1))) as Buffer[];
      const customers = await Promise.all(names.map((name) => find(String(name) as CustId)));
      // One may have been deleted since the names were read.
      return customers.filter((customer): customer is Customer => customer !== null);
    },
    count: async () => Number(await redis.command('ZCARD', BY_CREATION)),
    countSince: async (instantMs) => Number(await redis.command('ZCOUNT', BY_CREATION, String(instantMs), '+inf')),
    changePassword: (custid, { from, to, epoch }) => change('changePassword', custid, from, to, String(epoch)),
    signOut: (custid, epoch) => change('signOut', custid, String(epoch)),
    signOutAll: async function* (epoch) {
      const names = (await redis.command('ZRANGE', BY_CREATION, '0', '-1')) as Buffer[];
      for (let at = 0; at < names.length; at += SIGN_OUT_BATCH) {
        const batch = names.slice(at, at + SIGN_OUT_BATCH).map((name) => String(name) as CustId);
        const done = await Promise.all(batch.map((custid) => change('signOut', custid, String(epoch))));
        yield done.filter(Boolean).length;
      }
    },
    rehash: (custid, { from, to }) => change('changePassword', custid, from, to, ''),
    verify: async (custid, { isMailProven, epoch }) => {
      const args = [isMailProven ? '1' : '0', String(epoch ?? ''), ...CUSTOMER_FIELDS];
      const reply = await redis.run(ACCOUNT_SCRIPTS.verify, [customerKey(custid)], args);
      return reply === null ? null : toCustomer(custid, reply as (Buffer | null)[]);
    },
    setApiToken: (custid, { hash, epoch }) => change('setApiToken', custid, hash, String(epoch)),
    setLocale: (custid, locale) => change('setField', custid, 'locale', locale),
    setRole: (custid, role) => change('setField', custid, 'role', role),
    setPlan: (custid, planid) => change('setField', custid, 'planid', planid),
    addCounts: (custid, added) =>
      change('addCounts', custid, ...Object.entries(added).flatMap(([name, by]) => [name, String(by ?? 0)])),
    destroy: async (custid, passwordHash) => {
      const args = [passwordHash ?? '', custid];
      return Number(await redis.run(ACCOUNT_SCRIPTS.destroy, keysOf(custid), args)) === 1;
    },
    ...createResets(redis),
  };
}

function createResets(redis: RedisConnection): Pick<AccountStore, 'keepReset' | 'peekReset' | 'takeReset'> {
  /** Written once and never changed, so it may be read before the step that judges it. */
  const rowOf = async (id: string) => {
    const [custid, isMailed] = (await redis.command('HMGET', resetKey(id), 'custid', 'isMailed')) as (Buffer | null)[];
    return custid ? { custid: String(custid) as CustId, isMailed: String(isMailed) === '1' } : null;
  };
  const judge = async (script: 'peekReset' | 'takeReset', id: string, nowMs: number) => {
    const row = await rowOf(id);
    if (row === null) return null;
    const keys = [resetKey(id), customerKey(row.custid)];
    return Number(await redis.run(ACCOUNT_SCRIPTS[script], keys, [String(nowMs)])) === 1 ? row : null;
  };
  return {
    keepReset: async ({ id, custid, isMailed, createdAtMs, expiresAtMs }) => {
      const args = [String(expiresAtMs - createdAtMs), String(expiresAtMs), custid, isMailed ? '1' : '0'];
      await redis.run(ACCOUNT_SCRIPTS.keepReset, [resetKey(id), customerKey(custid)], args);
    },
    peekReset: async (id, nowMs) => (await judge('peekReset', id, nowMs))?.custid ?? null,
    takeReset: (id, nowMs) => judge('takeReset', id, nowMs),
  };
}
