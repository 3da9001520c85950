import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '#src/store/store.ts';
import { ALL_KINDS } from '#src/store/transfer.ts';
import { sampleCustomer } from './account-sample.ts';
import { backupOf, CHECK, furnish, replacing, restoreInto, reviving } from './backup-stage.ts';
import { ownerOf, PAID, sampleSnapshot } from './billing-sample.ts';
import { BRAND } from './domain-sample.ts';
import { RIGHT, START_MS, sample } from './sealed-sample.ts';
import { type MakeStore, recordsOf, storeMakers } from './transfer-stage.ts';

const attempt = { proofHash: RIGHT, claimantHash: null };

const { makeSqlite, makeRedis } = await storeMakers();

const pairs: readonly (readonly [string, MakeStore, MakeStore])[] = [
  ['sqlite to redis', makeSqlite, makeRedis],
  ['redis to sqlite', makeRedis, makeSqlite],
];

for (const [pair, makeFrom, makeTo] of pairs) {
  test(`${pair}: a backup brings accounts, what is paid for them, domains with logos, and settings`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { customer, payer, domain, logo } = await furnish(from);
    const restored = await restoreInto(to, await backupOf(from));
    assert.ok(restored.ok);
    assert.deepEqual(restored.value.customer, { added: 1 });
    const found = await to.accounts.find(customer.custid);
    assert.deepEqual(found, { ...customer, paid: PAID, epoch: customer.epoch + 1 });
    assert.deepEqual(await to.billing.ownerOf(payer), ownerOf(customer));
    assert.deepEqual((await to.billing.find(ownerOf(customer)))?.seen, sampleSnapshot(payer));
    assert.equal((await to.billing.due(1, START_MS)).length, 1, 'what is paid is looked at anew');
    const served = await to.domains.findServed(domain.name);
    assert.deepEqual([served?.id, served?.brand], [domain.id, BRAND]);
    assert.deepEqual(Buffer.from((await to.domains.findLogo(domain.id, logo.hash))!.bytes), logo.bytes);
    assert.equal(await to.site.banner(), 'news');
    assert.equal(await to.keys.record(), CHECK);
  });

  test(`${pair}: without being asked for it a backup holds no secret, and never a mail, session or reset link`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    await furnish(from);
    const all = new Set((await recordsOf(from)).map(({ kind }) => kind));
    assert.deepEqual([...all].sort(), ALL_KINDS.filter((kind) => kind !== 'end').toSorted());
    await restoreInto(to, await backupOf(from), reviving);
    const found = new Set((await recordsOf(to)).map(({ kind }) => kind));
    assert.deepEqual([...found].sort(), ['billing', 'customer', 'domain', 'look', 'site', 'tally']);
    await restoreInto(to, await backupOf(from, { hasSecrets: true }), reviving);
    const more = new Set((await recordsOf(to)).map(({ kind }) => kind));
    assert.deepEqual([...more].sort(), [
      'billing',
      'customer',
      'domain',
      'look',
      'metadata',
      'secret',
      'site',
      'tally',
    ]);
  });

  test(`${pair}: what was unread opens where it was restored, and what was read here stays read`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = await furnish(from);
    const file = await backupOf(from, { hasSecrets: true });
    const left = await restoreInto(to, file);
    assert.ok(left.ok);
    assert.deepEqual(left.value.secret, { unknown: 1 });
    assert.equal((await to.secrets.claim(secret.id, attempt, START_MS)).kind, 'gone');
    assert.ok((await restoreInto(to, file, reviving)).ok);
    assert.deepEqual(Buffer.from((await to.secrets.metadata(metadata.id, START_MS))!), metadata.sealed);
    const claimed = await to.secrets.claim(secret.id, attempt, START_MS);
    assert.deepEqual(claimed.kind === 'claimed' && Buffer.from(claimed.content), secret.content);
    const again = await restoreInto(to, file, reviving);
    assert.ok(again.ok);
    assert.deepEqual(again.value.secret, { over: 1 });
    assert.equal((await to.secrets.claim(secret.id, attempt, START_MS)).kind, 'gone');
  });

  test(`${pair}: a file that is wrong in whatever way changes nothing`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    await furnish(from);
    const file = await backupOf(from, { hasSecrets: true });
    const before = await recordsOf(to);
    const altered = Buffer.from(file);
    altered[altered.length - 1]! ^= 1;
    const refusals = [
      ['damaged', altered, {}],
      ['damaged', file.subarray(0, -40), {}],
      ['foreign', Buffer.from('something else'), {}],
      ['wrong-key', file, { key: { kind: 'key', bytes: Buffer.alloc(32, 8) } }],
      ['other-kind-of-key', file, { key: { kind: 'passphrase', passphrase: 'x' } }],
      ['other-site-secret', file, { judgeKeyRecord: async () => 'other-site-secret' as const }],
    ] as const;
    for (const [kind, bytes, changes] of refusals) {
      assert.deepEqual(await restoreInto(to, bytes, { ...reviving, ...changes }), { ok: false, failure: { kind } });
      assert.deepEqual(await recordsOf(to), before, kind);
    }
  });

  test(`${pair}: nothing is restored into a store that a move is filling`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    await furnish(from);
    const file = await backupOf(from);
    await to.gate.fill();
    assert.deepEqual(await restoreInto(to, file), { ok: false, failure: { kind: 'closed' } });
    await to.gate.open();
    assert.equal(await to.accounts.count(), 0);
    assert.ok((await restoreInto(to, file)).ok);
  });

  test(`${pair}: a link to a new password from before ends with the account that a backup replaces`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { customer } = await furnish(from);
    const { reset } = await furnish(to, customer);
    assert.equal(await to.accounts.peekReset(reset.id, START_MS), customer.custid);
    const file = await backupOf(from);
    assert.ok((await restoreInto(to, file)).ok);
    assert.equal(await to.accounts.peekReset(reset.id, START_MS), customer.custid, 'what is there stays');
    const replaced = await restoreInto(to, file, replacing);
    assert.deepEqual(replaced.ok && replaced.value.customer, { replaced: 1 });
    assert.equal(await to.accounts.peekReset(reset.id, START_MS), null);
  });

  test(`${pair}: a restore that was broken off is done again, and nothing is there twice`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    await furnish(from);
    for (let more = 0; more < 700; more += 1) await from.accounts.create(sampleCustomer());
    const file = await backupOf(from);
    const load = to.transfer.load;
    let batches = 0;
    const breaking: Store['transfer'] = {
      ...to.transfer,
      load: (...args) => {
        batches += 1;
        return batches === 2 ? Promise.reject(new Error('broken off')) : load(...args);
      },
    };
    await assert.rejects(restoreInto({ ...to, transfer: breaking }, file), /broken off/);
    assert.equal(await to.accounts.count(), 499);
    const restored = await restoreInto(to, file);
    assert.deepEqual(restored.ok && restored.value.customer, { kept: 499, added: 202 });
    assert.equal(await to.accounts.count(), 701);
  });
}

test('redis: what is claimed while a backup is made is not in it alive, and never comes back for a moment', async () => {
  const [from, to] = [await makeRedis(), await makeSqlite()];
  await from.keys.replaceRecord(null, CHECK);
  const secrets = Array.from({ length: 1500 }, () => sample());
  for (const { secret, metadata } of secrets) await from.secrets.put(secret, metadata);
  const { dump } = from.transfer;
  let passed = 0;
  const meddling: Store['transfer'] = {
    ...from.transfer,
    dump: async function* (kinds, nowMs) {
      for await (const record of dump(kinds, nowMs)) {
        passed += 1;
        // In the midst of it, whatever of them has gone by already.
        if (passed === 1500) {
          await Promise.all(
            secrets.slice(0, 700).map(({ secret }) => from.secrets.claim(secret.id, attempt, START_MS)),
          );
        }
        yield record;
      }
    },
  };
  const file = await backupOf({ ...from, transfer: meddling }, { hasSecrets: true });
  const { load } = to.transfer;
  const watched: Store['transfer'] = {
    ...to.transfer,
    load: async (...batch) => {
      const loaded = await load(...batch);
      const looks = secrets.slice(0, 700).map(({ secret }) => to.secrets.look(secret.id, START_MS));
      assert.ok((await Promise.all(looks)).every((row) => row?.life !== 'live'));
      return loaded;
    },
  };
  const restored = await restoreInto({ ...to, transfer: watched }, file, reviving);
  assert.ok(restored.ok);
  const outcomes = await Promise.all(secrets.map(({ secret }) => to.secrets.claim(secret.id, attempt, START_MS)));
  const claimed = outcomes.map(({ kind }) => kind);
  assert.deepEqual(
    [new Set(claimed.slice(0, 700)), new Set(claimed.slice(700))],
    [new Set(['gone']), new Set(['claimed'])],
  );
});

test('sqlite: a backup is of one moment, whatever is written while it is made', async () => {
  const [from, to] = [await makeSqlite(), await makeSqlite()];
  await from.keys.replaceRecord(null, CHECK);
  const customers = Array.from({ length: 300 }, () => sampleCustomer());
  for (const customer of customers) await from.accounts.create(customer);
  const { dump } = from.transfer;
  let isFirst = true;
  const meddling: Store['transfer'] = {
    ...from.transfer,
    dump: async function* (kinds, nowMs) {
      for await (const record of dump(kinds, nowMs)) {
        yield record;
        if (record.kind !== 'customer' || !isFirst) continue;
        isFirst = false;
        for (const { custid } of customers) await from.accounts.destroy(custid, null);
        await from.accounts.create(sampleCustomer());
      }
    },
  };
  await restoreInto(to, await backupOf({ ...from, transfer: meddling }));
  assert.equal(await to.accounts.count(), 300);
  for (const customer of customers) assert.ok(await to.accounts.find(customer.custid));
});
