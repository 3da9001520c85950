import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Customer } from '#src/features/accounts/customer.ts';
import type { DomainName } from '#src/features/domains/domain.ts';
import type { Store } from '#src/store/store.ts';
import { sampleCustomer } from './account-sample.ts';
import { backupOf, CHECK, replacing, restoreInto, reviving, tagOf } from './backup-stage.ts';
import { sampleDomain } from './domain-sample.ts';
import { putSample, START_MS } from './sealed-sample.ts';
import { type MakeStore, storeMakers } from './transfer-stage.ts';

const EVER = { sinceMs: 0, limit: 10 };

const { makeSqlite, makeRedis } = await storeMakers();

const pairs: readonly (readonly [string, MakeStore, MakeStore])[] = [
  ['sqlite to redis', makeSqlite, makeRedis],
  ['redis to sqlite', makeRedis, makeSqlite],
];

for (const [pair, makeFrom, makeTo] of pairs) {
  test(`${pair}: of an account that was made anew since, no domain comes back, and secrets as nobody's`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { before, anew } = await signUpAgain(from, to);
    const { domain, secret } = await own(from, before);
    const theirs = await own(to, anew);
    const restored = await restoreInto(to, await backupOf(from, { hasSecrets: true }), reviving);
    assert.ok(restored.ok);
    assert.deepEqual([restored.value.customer, restored.value.domain], [{ kept: 1 }, { over: 1 }]);
    assert.equal(await to.domains.findServed(domain.name), null);
    const added = await to.domains.add(sampleDomain({ ownerTag: tagOf(anew), name: domain.name }), 2);
    assert.equal(added.kind, 'added');
    assert.equal((await to.secrets.look(secret.id, START_MS))?.ownerTag, null);
    assert.deepEqual(await to.secrets.ownedBy(tagOf(before), EVER, START_MS), []);
    assert.equal((await to.domains.findServed(theirs.domain.name))?.ownerTag, tagOf(anew), 'what is there stays');
    assert.equal((await to.secrets.look(theirs.secret.id, START_MS))?.ownerTag, tagOf(anew));
  });

  test(`${pair}: what belongs to an account that gives way to the one of a backup goes with it`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { before, anew } = await signUpAgain(from, to);
    const { domain, secret } = await own(from, before);
    const later = await own(to, anew, domain.name);
    const restored = await restoreInto(to, await backupOf(from, { hasSecrets: true }), {
      rule: { ...replacing.rule, isReviving: true },
    });
    assert.ok(restored.ok);
    assert.deepEqual([restored.value.customer, restored.value.domain], [{ replaced: 1 }, { added: 1 }]);
    assert.equal((await to.domains.findServed(domain.name))?.ownerTag, tagOf(before));
    assert.deepEqual(await to.domains.list(tagOf(anew)), []);
    assert.equal((await to.secrets.look(secret.id, START_MS))?.ownerTag, tagOf(before));
    assert.equal((await to.secrets.look(later.secret.id, START_MS))?.ownerTag, null);
  });

  test(`${pair}: a domain added for an account that is just giving way goes with it too`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { before, anew } = await signUpAgain(from, to);
    const { domain } = await own(from, before);
    const late = sampleDomain({ ownerTag: tagOf(anew) });
    const { load } = to.transfer;
    const transfer: Store['transfer'] = {
      ...to.transfer,
      load: async (records, ...rest) => {
        if (records.some(({ kind }) => kind === 'customer')) await to.domains.add(late, 1);
        return load(records, ...rest);
      },
    };
    assert.ok((await restoreInto({ ...to, transfer }, await backupOf(from), replacing)).ok);
    assert.deepEqual(await to.domains.list(tagOf(anew)), []);
    assert.equal((await to.domains.findServed(domain.name))?.ownerTag, tagOf(before));
  });

  test(`${pair}: an account that a backup replaces with itself keeps what it has got since`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const customer = sampleCustomer();
    for (const store of [from, to]) {
      await store.keys.replaceRecord(null, CHECK);
      await store.accounts.create(customer);
    }
    const { domain, secret } = await own(to, customer);
    const restored = await restoreInto(to, await backupOf(from), replacing);
    assert.deepEqual(restored.ok && restored.value.customer, { replaced: 1 });
    assert.equal((await to.domains.findServed(domain.name))?.ownerTag, tagOf(customer));
    assert.equal((await to.secrets.look(secret.id, START_MS))?.ownerTag, tagOf(customer));
  });
}

/** An account of the backup, and the one that its address has had since. */
async function signUpAgain(from: Store, to: Store) {
  for (const store of [from, to]) await store.keys.replaceRecord(null, CHECK);
  const before = sampleCustomer();
  const anew = sampleCustomer({ custid: before.custid, createdAtMs: before.createdAtMs + 1 });
  await from.accounts.create(before);
  await to.accounts.create(anew);
  return { before, anew };
}

/** A proven domain and a secret. */
async function own(store: Store, customer: Customer, name?: DomainName) {
  const ownerTag = tagOf(customer);
  const domain = sampleDomain({ ownerTag, ...(name === undefined ? {} : { name }) });
  await store.domains.add(domain, 1);
  await store.domains.noteProof(domain.id, 'present', { graceMs: 0, nowMs: START_MS });
  return { domain, ...(await putSample(store.secrets, { ownerTag, ownerCopy: Buffer.from('the way back') })) };
}
