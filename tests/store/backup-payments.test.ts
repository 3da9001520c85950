import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupOf, furnish, replacing, restoreInto } from './backup-stage.ts';
import { DAY_MS, ownerOf, sampleSnapshot } from './billing-sample.ts';
import { START_MS } from './sealed-sample.ts';
import { type MakeStore, storeMakers } from './transfer-stage.ts';

const { makeSqlite, makeRedis } = await storeMakers();

const pairs: readonly (readonly [string, MakeStore, MakeStore])[] = [
  ['sqlite to redis', makeSqlite, makeRedis],
  ['redis to sqlite', makeRedis, makeSqlite],
];

for (const [pair, makeFrom, makeTo] of pairs) {
  test(`${pair}: whoever has paid for an account since a backup stays known when that replaces it`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { customer, payer } = await furnish(from);
    const { payer: since } = await furnish(to, customer);
    await restoreInto(to, await backupOf(from), replacing);
    const found = await to.billing.find(ownerOf(customer));
    assert.deepEqual([...(found?.payers ?? [])].sort(), [payer, since].sort());
    assert.deepEqual(await to.billing.ownerOf(since), ownerOf(customer));
  });

  test(`${pair}: what was first paid since a backup is looked at at once when that replaces the account`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { customer, payer } = await furnish(to);
    await from.accounts.create({ ...customer, paid: null });
    await restoreInto(to, await backupOf(from));
    assert.deepEqual(await to.billing.due(10, START_MS), [], 'what is there stays');
    await restoreInto(to, await backupOf(from), replacing);
    assert.equal((await to.accounts.find(customer.custid))?.paid, null);
    const due = { owner: ownerOf(customer), payers: [payer], isOrphaned: false };
    assert.deepEqual(await to.billing.due(10, START_MS), [due]);
  });

  test(`${pair}: a payer that only a backup knows is added where what is there stays, and looked at at once`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { customer, payer } = await furnish(from);
    const { payer: since } = await furnish(to, customer);
    const restored = await restoreInto(to, await backupOf(from));
    assert.deepEqual(restored.ok && restored.value.billing, { kept: 1 });
    assert.deepEqual((await to.billing.find(ownerOf(customer)))?.seen, sampleSnapshot(since));
    const [due] = await to.billing.due(10, START_MS);
    assert.deepEqual([due?.owner, due && [...due.payers].sort()], [ownerOf(customer), [payer, since].sort()]);
    assert.deepEqual(await to.billing.ownerOf(payer), ownerOf(customer));
  });

  test(`${pair}: what is paid for an account that is not there, or was made anew, is left to itself`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { customer } = await furnish(from);
    const file = await backupOf(from);
    await to.accounts.create({ ...customer, createdAtMs: customer.createdAtMs + 1 });
    await restoreInto(to, file);
    assert.deepEqual(await to.billing.due(10, START_MS + 10 * DAY_MS), [], 'else it would be cancelled');
  });
}
