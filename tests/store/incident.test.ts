import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { CustId } from '#src/features/accounts/customer.ts';
import type { SealedSecret, SecretStore, Whose } from '#src/features/secrets/secret-store.ts';
import { sampleCustomer, sampleReset } from './account-sample.ts';
import { openBothEngines } from './both-engines.ts';
import { RIGHT, START_MS, sample } from './sealed-sample.ts';

const NOW = START_MS + 10_000;
const right = { proofHash: RIGHT, claimantHash: null };

for (const [engine, store] of await openBothEngines()) {
  const { secrets, accounts, colonel } = store;

  test(`${engine}: burning for an owner or a domain takes their unread secrets alone, and says who burned them`, async () => {
    const [ownerTag, domainTag] = [randomTag(), randomTag()];
    const own = await putMany(secrets, 3, { ownerTag, ownerCopy: randomBytes(9) });
    const shared = await putMany(secrets, 2, { domainTag });
    const both = await putMany(secrets, 1, { ownerTag, domainTag });
    const foreign = await putMany(secrets, 4, { ownerTag: randomTag(), domainTag: randomTag() });
    assert.equal(await burned(secrets, { kind: 'owner', ownerTag }), 4);
    assert.equal(await burned(secrets, { kind: 'domain', domainTag }), 2);
    assert.equal(await burned(secrets, { kind: 'owner', ownerTag }), 0);
    for (const id of [...own, ...shared, ...both]) {
      const row = await secrets.look(id, NOW);
      assert.deepEqual([row?.life, row?.burnedBy, row?.endedAtMs], ['burned', 'operator', NOW]);
      assert.deepEqual(await secrets.claim(id, right, NOW), { kind: 'gone' });
      assert.equal(await secrets.senderCopy(id, NOW), null);
    }
    for (const id of foreign) assert.equal((await secrets.look(id, NOW))?.life, 'live');
    assert.equal(await burned(secrets, { kind: 'ids', ids: foreign.slice(0, 2) }), 2);
    assert.equal((await secrets.look(foreign[3]!, NOW))?.life, 'live');
  });

  test(`${engine}: what was read, burned or has expired stays as it ended, and what is made later lives`, async () => {
    const ownerTag = randomTag();
    const [read, destroyed, over] = await putMany(secrets, 3, { ownerTag });
    const expired = await putMany(secrets, 1, { ownerTag, expiresAtMs: NOW });
    const later = await putMany(secrets, 1, { ownerTag, createdAtMs: NOW + 1 });
    await secrets.claim(read!, right, NOW - 1);
    await secrets.burn(destroyed!, right, 'recipient', NOW - 1);
    assert.equal(await burned(secrets, { kind: 'owner', ownerTag }), 1);
    const lives = [read!, destroyed!, over!, expired[0]!, later[0]!].map((id) => secrets.look(id, NOW));
    assert.deepEqual(
      (await Promise.all(lives)).map((row) => [row?.life, row?.burnedBy]),
      [
        ['received', null],
        ['burned', 'recipient'],
        ['burned', 'operator'],
        ['expired', null],
        ['live', null],
      ],
    );
    await secrets.claim(later[0]!, right, NOW + 2);
  });

  test(`${engine}: a locked secret is burned too: the operator needs no passphrase`, async () => {
    const [id] = await putMany(secrets, 1);
    for (const atMs of [0, 5_000, 10_000, 15_000]) {
      await secrets.claim(id!, { proofHash: randomBytes(32), claimantHash: null }, NOW + atMs);
    }
    assert.equal(await burned(secrets, { kind: 'ids', ids: [id!] }, NOW + 15_001), 1);
  });

  test(`${engine}: everything is burned in batches while readers race for it: each secret is delivered or burned, never both`, async () => {
    await burned(secrets, { kind: 'all' }, NOW);
    const ids = await putMany(secrets, 700);
    const before = (await colonel.secrets(NOW)).live;
    const readers = ids.filter((_, at) => at % 2 === 0).map((id) => secrets.claim(id, right, NOW));
    const [counts, outcomes] = await Promise.all([batches(secrets, { kind: 'all' }), Promise.all(readers)]);
    const delivered = outcomes.filter(({ kind }) => kind === 'claimed').length;
    const total = counts.reduce((sum, count) => sum + count, 0);
    assert.equal(delivered + total, 700);
    assert.ok(counts.length > 1);
    const rows = await Promise.all(ids.map((id) => secrets.look(id, NOW)));
    assert.equal(rows.filter((row) => row?.life === 'received').length, delivered);
    assert.equal(rows.filter((row) => row?.burnedBy === 'operator').length, total);
    assert.equal(before - (await colonel.secrets(NOW)).live, 700);
    assert.equal(await burned(secrets, { kind: 'all' }), 0);
  });

  test(`${engine}: signing somebody out ends sessions, API token and reset keys, and leaves the password`, async () => {
    const customer = sampleCustomer({ apiTokenHash: 'token', passwordHash: 'kept' });
    await accounts.create(customer);
    const reset = { ...sampleReset(customer.custid), createdAtMs: START_MS };
    await accounts.keepReset(reset);
    assert.equal(await accounts.signOut(customer.custid, customer.epoch + 7), true);
    const found = await accounts.find(customer.custid);
    assert.deepEqual(found, { ...customer, epoch: customer.epoch + 7, apiTokenHash: null });
    assert.equal(await accounts.peekReset(reset.id, START_MS), null);
    assert.equal(await accounts.signOut(customer.custid, customer.epoch), true);
    assert.equal((await accounts.find(customer.custid))?.epoch, customer.epoch + 8, 'an epoch never goes back');
    assert.equal(await accounts.signOut(customer.custid, customer.epoch + 8), true);
    assert.equal((await accounts.find(customer.custid))?.epoch, customer.epoch + 9, 'nor does it stay');
    assert.equal(await accounts.signOut('nobody@example.org' as CustId, 1), false);
  });

  test(`${engine}: everybody is signed out, each once, in batches`, async () => {
    const people = Array.from({ length: 450 }, () => sampleCustomer({ apiTokenHash: 'token' }));
    await Promise.all(people.map((customer) => accounts.create(customer)));
    const epoch = Math.max(...people.map((customer) => customer.epoch)) + 1000;
    const counts: number[] = [];
    for await (const count of accounts.signOutAll(epoch)) counts.push(count);
    assert.ok(counts.length > 1);
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      await accounts.count(),
    );
    for (const { custid } of people) {
      const found = await accounts.find(custid);
      assert.deepEqual([found?.epoch, found?.apiTokenHash], [epoch, null]);
    }
  });
}

function randomTag(): string {
  return randomBytes(32).toString('base64url');
}

async function putMany(secrets: SecretStore, count: number, changes: Partial<SealedSecret> = {}) {
  const made = Array.from({ length: count }, () => sample(changes));
  await Promise.all(made.map(({ secret, metadata }) => secrets.put(secret, metadata)));
  return made.map(({ secret }) => secret.id);
}

async function batches(secrets: SecretStore, whose: Whose, nowMs = NOW): Promise<number[]> {
  const counts: number[] = [];
  for await (const count of secrets.burnUnread(whose, nowMs)) counts.push(count);
  return counts;
}

async function burned(secrets: SecretStore, whose: Whose, nowMs = NOW): Promise<number> {
  return (await batches(secrets, whose, nowMs)).reduce((sum, count) => sum + count, 0);
}
