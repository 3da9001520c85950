import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountStore, NOBODY } from '#src/features/accounts/account-store.ts';
import type { CustId, Customer } from '#src/features/accounts/customer.ts';
import { created, HOUR_MS, sampleCustomer, sampleReset } from './account-sample.ts';
import { PAID } from './billing-sample.ts';
import { START_MS } from './sealed-sample.ts';
import { signUpContract } from './sign-up.contract.ts';

const UNKNOWN = 'nobody@example.com' as CustId;

/** What every store of accounts promises. `store` is asked for when a test runs. */
export function accountStoreContract(engine: string, store: () => AccountStore): void {
  const promise = (title: string, check: (store: AccountStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('a customer is found as he was kept, and nobody else is', async (accounts) => {
    const counts = { secretsCreated: 3, secretsShared: 2, emailsSent: 1 };
    const facts = { apiTokenHash: 'token', role: 'colonel', isMailProven: true } as const;
    const full = await created(accounts, { ...counts, ...facts, planid: 'dedicated', paid: PAID });
    const bare = await created(accounts, { locale: null, isVerified: false });
    assert.deepEqual(await accounts.find(full.custid), full);
    assert.deepEqual(await accounts.find(bare.custid), bare);
    assert.equal(await accounts.find(UNKNOWN), null);
    assert.equal(await accounts.find(NOBODY), null);
  });

  promise('of simultaneous creations under one name one succeeds, and the others change nothing', async (accounts) => {
    const before = await accounts.count();
    const all = Array.from({ length: 20 }, (_, at) =>
      sampleCustomer({ custid: 'twin@example.com' as CustId, passwordHash: `hash ${at}` }),
    );
    const outcomes = await Promise.all(all.map((customer) => accounts.create(customer)));
    assert.equal(outcomes.filter(Boolean).length, 1);
    assert.deepEqual(await accounts.find('twin@example.com' as CustId), all[outcomes.indexOf(true)]);
    assert.equal(await accounts.count(), before + 1);
  });

  signUpContract(promise);

  promise('customers are counted, altogether and from an instant on, and listed newest first', async (accounts) => {
    const before = await accounts.count();
    const base = START_MS + 100 * HOUR_MS;
    const [first, second, third] = [
      await created(accounts, { createdAtMs: base }),
      await created(accounts, { createdAtMs: base + 1 }),
      await created(accounts, { createdAtMs: base + 2 }),
    ];
    assert.equal(await accounts.count(), before + 3);
    assert.equal(await accounts.countSince(base + 1), 2);
    assert.equal(await accounts.countSince(base + 3), 0);
    assert.deepEqual(await accounts.recent(2), [third, second]);
    assert.deepEqual(await accounts.recent(0), []);
    assert.equal(await accounts.destroy(third.custid, null), true);
    assert.deepEqual([await accounts.count(), await accounts.countSince(base)], [before + 2, 2]);
    assert.deepEqual(await accounts.recent(2), [second, first]);
    for (const { custid } of [first, second]) await accounts.destroy(custid, null);
  });

  promise(
    'of simultaneous password changes one succeeds: the old hash must still stand; the API token ends with it',
    async (accounts) => {
      const { custid, passwordHash, epoch } = await created(accounts, { apiTokenHash: 'token hash' });
      const changes = Array.from({ length: 10 }, (_, at) => ({
        from: passwordHash,
        to: `new ${at}`,
        epoch: epoch + at + 1,
      }));
      const outcomes = await Promise.all(changes.map((change) => accounts.changePassword(custid, change)));
      assert.equal(outcomes.filter(Boolean).length, 1);
      const winner = changes[outcomes.indexOf(true)]!;
      const found = await accounts.find(custid);
      assert.deepEqual([found?.passwordHash, found?.epoch, found?.apiTokenHash], [winner.to, winner.epoch, null]);
      assert.equal(await accounts.changePassword(UNKNOWN, { from: '', to: 'x', epoch: 1 }), false);
      assert.equal(await accounts.find(UNKNOWN), null);
    },
  );

  promise('a rehash keeps the epoch, and happens only to the hash it was made from', async (accounts) => {
    const customer = await created(accounts, { apiTokenHash: 'token hash' });
    assert.equal(await accounts.rehash(customer.custid, { from: 'another', to: 'x' }), false);
    assert.equal(await accounts.rehash(customer.custid, { from: customer.passwordHash, to: 'harder' }), true);
    assert.deepEqual(await accounts.find(customer.custid), { ...customer, passwordHash: 'harder' });
  });

  promise('verifying is idempotent, needs the epoch it was asked for, and never unproves a mail', async (accounts) => {
    const { custid, epoch } = await created(accounts, { isVerified: false });
    assert.equal(await accounts.verify(custid, { isMailProven: true, epoch: epoch - 1 }), null);
    assert.equal((await accounts.find(custid))?.isVerified, false);
    for (const isMailProven of [false, true, false]) {
      const verified = await accounts.verify(custid, { isMailProven, epoch });
      assert.deepEqual(verified, await accounts.find(custid));
      assert.equal(verified?.isVerified, true);
    }
    assert.equal((await accounts.find(custid))?.isMailProven, true);
    assert.equal(await accounts.verify(UNKNOWN, { isMailProven: true, epoch: null }), null);
  });

  promise('whoever is verified is told as it was then, whatever becomes of the account at once', async (accounts) => {
    const [left, gone] = [
      await created(accounts, { isVerified: false }),
      await created(accounts, { isVerified: false }),
    ];
    const verify = ({ custid, epoch }: Customer) => accounts.verify(custid, { isMailProven: true, epoch });
    const [entering] = await Promise.all([verify(left), accounts.signOut(left.custid, left.epoch + 1)]);
    assert.deepEqual(entering, { ...left, isVerified: true, isMailProven: true });
    const [last] = await Promise.all([verify(gone), accounts.destroy(gone.custid, null)]);
    assert.deepEqual(last, { ...gone, isVerified: true, isMailProven: true });
  });

  promise('token, locale, role, plan and counts change alone, and never make a customer', async (accounts) => {
    const customer = await created(accounts, { paid: PAID });
    const { custid, epoch } = customer;
    const token = { hash: 'token hash', epoch };
    assert.equal(await accounts.setApiToken(custid, token), true);
    assert.equal(await accounts.setLocale(custid, 'pt_BR'), true);
    assert.equal(await accounts.setRole(custid, 'colonel'), true);
    assert.equal(await accounts.setPlan(custid, 'dedicated'), true);
    assert.equal(await accounts.addCounts(custid, { secretsCreated: 2 }), true);
    await Promise.all(
      Array.from({ length: 10 }, () => accounts.addCounts(custid, { secretsCreated: 1, emailsSent: 2 })),
    );
    const changes = { apiTokenHash: 'token hash', locale: 'pt_BR', role: 'colonel', planid: 'dedicated' };
    assert.deepEqual(await accounts.find(custid), { ...customer, ...changes, secretsCreated: 12, emailsSent: 20 });
    const refused = [accounts.setApiToken(UNKNOWN, token), accounts.setLocale(UNKNOWN, 'x')];
    refused.push(accounts.setRole(UNKNOWN, 'colonel'), accounts.setPlan(UNKNOWN, 'dedicated'));
    assert.deepEqual(await Promise.all(refused), [false, false, false, false]);
    assert.equal(await accounts.addCounts(UNKNOWN, { emailsSent: 1 }), false);
    assert.equal(await accounts.find(UNKNOWN), null);
  });

  promise(
    'a token that was asked for before a new password, or before all sign-ins ended, is not kept',
    async (accounts) => {
      const { custid, epoch, passwordHash } = await created(accounts);
      await accounts.changePassword(custid, { from: passwordHash, to: 'new hash', epoch: epoch + 1 });
      assert.equal(await accounts.setApiToken(custid, { hash: 'late', epoch }), false);
      await accounts.signOut(custid, epoch + 2);
      assert.equal(await accounts.setApiToken(custid, { hash: 'late', epoch: epoch + 1 }), false);
      assert.equal((await accounts.find(custid))?.apiTokenHash, null);
      assert.equal(await accounts.setApiToken(custid, { hash: 'in time', epoch: epoch + 2 }), true);
      await accounts.signOut(custid, epoch + 2);
      assert.equal(await accounts.setApiToken(custid, { hash: 'late', epoch: epoch + 2 }), false);
    },
  );

  promise('an account goes only while its password hash stands, once, with its reset keys', async (accounts) => {
    const customer = await created(accounts);
    const { custid, passwordHash } = customer;
    const reset = sampleReset(custid);
    await accounts.keepReset(reset);
    assert.equal(await accounts.destroy(custid, 'another'), false);
    const outcomes = await Promise.all([
      accounts.destroy(custid, passwordHash),
      accounts.destroy(custid, passwordHash),
    ]);
    assert.deepEqual(outcomes.toSorted(), [false, true]);
    assert.equal(await accounts.find(custid), null);
    await created(accounts, { custid, epoch: customer.epoch + 1024 });
    assert.equal(await accounts.takeReset(reset.id, START_MS), null, 'not for the next of that name either');
  });

  promise('a reset key kept behind the end of its account is not for the next of that name', async (accounts) => {
    const { custid } = await created(accounts);
    const reset = sampleReset(custid);
    await Promise.all([accounts.destroy(custid, null), accounts.keepReset(reset)]);
    await created(accounts, { custid });
    assert.equal(await accounts.peekReset(reset.id, START_MS), null);
    assert.equal(await accounts.takeReset(reset.id, START_MS), null);
  });

  promise('a reset key is taken once, and all others of that customer go with it', async (accounts) => {
    const { custid } = await created(accounts);
    const [first, second] = [sampleReset(custid), sampleReset(custid, { isMailed: false })];
    await Promise.all([accounts.keepReset(first), accounts.keepReset(second)]);
    assert.equal(await accounts.peekReset(second.id, START_MS), custid);
    const takers = Array.from({ length: 50 }, (_, at) => accounts.takeReset(at % 2 ? first.id : second.id, START_MS));
    const taken = (await Promise.all(takers)).filter((one) => one !== null);
    assert.equal(taken.length, 1);
    assert.equal(taken[0]?.custid, custid);
    assert.deepEqual(
      [await accounts.peekReset(first.id, START_MS), await accounts.peekReset(second.id, START_MS)],
      [null, null],
    );
    const third = sampleReset(custid, { isMailed: false });
    await accounts.keepReset(third);
    assert.deepEqual(await accounts.takeReset(third.id, START_MS), { custid, isMailed: false });
  });

  promise('a reset key works to the last millisecond before its expiry and not at it [AUTH-21]', async (accounts) => {
    const { custid } = await created(accounts);
    const reset = sampleReset(custid);
    await accounts.keepReset(reset);
    const end = reset.expiresAtMs;
    assert.equal(await accounts.peekReset(reset.id, end), null);
    assert.equal(await accounts.takeReset(reset.id, end), null);
    assert.equal(await accounts.peekReset(reset.id, end - 1), custid);
    assert.notEqual(await accounts.takeReset(reset.id, end - 1), null);
  });

  promise('a password change ends all reset keys; a rehash ends none', async (accounts) => {
    const { custid, passwordHash, epoch } = await created(accounts);
    const reset = sampleReset(custid);
    await accounts.keepReset(reset);
    await accounts.rehash(custid, { from: passwordHash, to: 'harder' });
    assert.equal(await accounts.peekReset(reset.id, START_MS), custid);
    await accounts.changePassword(custid, { from: 'harder', to: 'new', epoch: epoch + 1 });
    assert.equal(await accounts.peekReset(reset.id, START_MS), null);
  });

  promise('a reset key of nobody is kept and opens nothing', async (accounts) => {
    for (const custid of [NOBODY, UNKNOWN]) {
      const reset = sampleReset(custid);
      await accounts.keepReset(reset);
      assert.equal(await accounts.peekReset(reset.id, START_MS), null);
      assert.equal(await accounts.takeReset(reset.id, START_MS), null);
    }
    assert.equal(await accounts.peekReset('never kept', START_MS), null);
  });
}
