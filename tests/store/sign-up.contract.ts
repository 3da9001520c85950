import assert from 'node:assert/strict';
import type { AccountStore } from '#src/features/accounts/account-store.ts';
import { created, sampleCustomer } from './account-sample.ts';
import { PAID } from './billing-sample.ts';
import { START_MS } from './sealed-sample.ts';

type Promised = (title: string, check: (store: AccountStore) => Promise<void>) => void;

/** What every store of accounts promises of those who sign up. */
export function signUpContract(promise: Promised): void {
  promise('a sign-up makes a new account, renews one that nobody verified, and leaves one in use', async (accounts) => {
    const first = sampleCustomer({ isVerified: false });
    const second = {
      ...first,
      passwordHash: 'second',
      epoch: first.epoch + 5,
      locale: 'de',
      createdAtMs: START_MS + 1,
    };
    assert.equal(await accounts.register(first, 'of a renewal'), 'created');
    assert.equal((await accounts.find(first.custid))?.passwordHash, first.passwordHash);
    assert.equal(await accounts.register(second, 'of a renewal'), 'renewed');
    const { createdAtMs } = first;
    assert.deepEqual(await accounts.find(first.custid), { ...second, createdAtMs, passwordHash: 'of a renewal' });
    await accounts.verify(first.custid, { isMailProven: true, epoch: null });
    assert.equal(await accounts.register({ ...first, passwordHash: 'third' }, 'fourth'), 'known');
    assert.equal((await accounts.find(first.custid))?.passwordHash, 'of a renewal');
  });

  promise('a renewed sign-up leaves the plan that was given and what was paid for', async (accounts) => {
    const first = await created(accounts, { isVerified: false, planid: 'dedicated', paid: PAID });
    const second = { ...first, passwordHash: 'second', planid: 'basic', paid: null };
    assert.equal(await accounts.register(second, 'third'), 'renewed');
    assert.deepEqual(await accounts.find(first.custid), { ...first, passwordHash: 'third' });
  });

  promise('a sign-up that verifies itself takes no role and no plan that somebody else was given', async (accounts) => {
    for (const given of [{ role: 'colonel' }, { planid: 'dedicated' }, { paid: PAID }] as const) {
      const first = await created(accounts, { isVerified: false, ...given });
      const stranger = { ...sampleCustomer({ custid: first.custid }), isVerified: true, passwordHash: 'of a stranger' };
      assert.equal(await accounts.register(stranger, 'of a stranger'), 'known');
      assert.deepEqual(await accounts.find(first.custid), first);
      assert.equal(await accounts.register({ ...stranger, isVerified: false }, 'of nobody'), 'renewed');
    }
    const plain = await created(accounts, { isVerified: false });
    assert.equal(await accounts.register({ ...plain, isVerified: true }, 'second'), 'renewed');
    assert.equal((await accounts.find(plain.custid))?.isVerified, true);
  });
}
