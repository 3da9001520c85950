import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { AccountStore, Registration } from '#src/features/accounts/account-store.ts';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { customerValues, prepareAccountStatements, toCustomer } from './account-rows.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Groups } from './group-read.ts';
import { read } from './read.ts';

/** Accounts in one SQLite file. Every write goes through `commit`, so it is on the disk when it resolves. */
export function createSqliteAccountStore(database: DatabaseSync, { commit, groupRead }: Groups): AccountStore {
  const statements = prepareAccountStatements(database);
  const changes = (statement: StatementSync, ...values: SQLInputValue[]) =>
    Number(statement.run(...values).changes) > 0;
  const change = (statement: StatementSync, ...values: SQLInputValue[]) => commit(() => changes(statement, ...values));

  function insert(customer: Customer): boolean {
    const isNew = changes(statements.insert, ...customerValues(customer));
    if (isNew) statements.tally.run(1);
    return isNew;
  }

  function register(customer: Customer, renewedHash: string): Registration {
    if (insert(customer)) return 'created';
    const { locale, isVerified, epoch, custid } = customer;
    const values = [locale, isVerified ? 1 : 0, renewedHash, epoch, custid];
    if (changes(statements.renew, ...values)) return 'renewed';
    statements.noteSignUp.run(custid);
    return 'known';
  }

  return {
    create: (customer) => commit(() => insert(customer)),
    register: (customer, renewedHash) => commit(() => register(customer, renewedHash)),
    find: async (custid) => {
      const row = await groupRead(() => statements.find.get(custid));
      return row ? toCustomer(row) : null;
    },
    recent: async (limit) => read(() => statements.recent.all(limit)).map(toCustomer),
    count: async () => read(() => Number(statements.count.get()?.customers)),
    countSince: async (instantMs) => read(() => Number(statements.countSince.get(instantMs)?.count)),
    changePassword: (custid, { from, to, epoch }) =>
      commit(() => {
        const isChanged = changes(statements.changePassword, to, epoch, custid, from);
        if (isChanged) statements.dropResets.run(custid);
        return isChanged;
      }),
    ...createSignOut(statements, commit),
    rehash: (custid, { from, to }) => change(statements.rehash, to, custid, from),
    verify: (custid, { isMailProven, epoch }) =>
      commit(() => {
        const row = statements.verify.get(isMailProven ? 1 : 0, custid, epoch);
        return row ? toCustomer(row) : null;
      }),
    setApiToken: (custid, { hash, epoch }) => change(statements.setApiToken, hash, custid, epoch),
    setLocale: (custid, locale) => change(statements.setLocale, locale, custid),
    setRole: (custid, role) => change(statements.setRole, role, custid),
    setPlan: (custid, planid) => change(statements.setPlan, planid, custid),
    addCounts: (custid, { secretsCreated = 0, secretsShared = 0, emailsSent = 0 }) =>
      change(statements.addCounts, secretsCreated, secretsShared, emailsSent, custid),
    destroy: (custid, passwordHash) =>
      commit(() => {
        if (!changes(statements.destroy, custid, passwordHash)) return false;
        statements.tally.run(-1);
        statements.dropResets.run(custid);
        return true;
      }),
    ...createResets(statements, commit),
  };
}

/** Customers in one transaction: others write between two. */
const SIGN_OUT_BATCH = 200;

function createSignOut(
  statements: ReturnType<typeof prepareAccountStatements>,
  commit: GroupCommit,
): Pick<AccountStore, 'signOut' | 'signOutAll'> {
  const signOut = (custid: string, epoch: number): boolean => {
    if (statements.signOut.run(custid, epoch).changes === 0) return false;
    statements.dropResets.run(custid);
    return true;
  };
  return {
    signOut: (custid, epoch) => commit(() => signOut(custid, epoch)),
    signOutAll: async function* (epoch) {
      let after = '';
      for (;;) {
        const rows = read(() => statements.names.all(after, SIGN_OUT_BATCH));
        const names = rows.map(({ custid }) => String(custid));
        if (names.length === 0) return;
        yield (await commit(() => names.map((name) => signOut(name, epoch)))).filter(Boolean).length;
        after = names.at(-1) ?? after;
      }
    },
  };
}

function createResets(
  statements: ReturnType<typeof prepareAccountStatements>,
  commit: GroupCommit,
): Pick<AccountStore, 'keepReset' | 'peekReset' | 'takeReset'> {
  return {
    keepReset: ({ id, custid, isMailed, expiresAtMs }) =>
      commit(() => void statements.keepReset.run(id, custid, isMailed ? 1 : 0, expiresAtMs)),
    peekReset: async (id, nowMs) =>
      (read(() => statements.findReset.get(id, nowMs))?.custid as CustId | undefined) ?? null,
    takeReset: (id, nowMs) =>
      commit(() => {
        const row = statements.findReset.get(id, nowMs);
        if (!row) return null;
        const custid = row.custid as CustId;
        statements.dropResets.run(custid);
        return { custid, isMailed: row.is_mailed === 1 };
      }),
  };
}
