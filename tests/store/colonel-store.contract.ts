import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { SecretId } from '#src/crypto/ids.ts';
import type { ClaimAttempt, ClaimOutcome, SecretStore } from '#src/features/secrets/secret-store.ts';
import type { Store } from '#src/store/store.ts';
import { untilSo } from '../support/until-so.ts';
import { LIFE_MS, putSample, RIGHT, START_MS } from './sealed-sample.ts';

const attempt = { proofHash: RIGHT, claimantHash: null };
const TODAY = new Date(START_MS).toISOString().slice(0, 10);

/** What every store tells administrators. It must be empty. */
export function colonelStoreContract(
  engine: string,
  store: () => Pick<Store, 'secrets' | 'colonel'>,
  kind = engine,
): void {
  test(`${engine}: secrets are counted as they come, are read, burned and expire [COL-03]`, async () => {
    const { secrets, colonel } = store();
    const made = [];
    for (let at = 0; at < 4; at += 1) made.push((await putSample(secrets)).secret.id);
    const [read, burned] = made;
    await counted(async () => (await colonel.secrets(START_MS)).created === 4);
    assert.deepEqual(await colonel.secrets(START_MS), { live: 4, records: 4, created: 4, shared: 0 });
    if (read) await secrets.claim(read, attempt, START_MS + 1);
    if (burned) await secrets.burn(burned, attempt, 'sender', START_MS + 1);
    await counted(async () => (await colonel.secrets(START_MS + 2)).live === 2);
    assert.deepEqual(await colonel.secrets(START_MS + 2), { live: 2, records: 4, created: 4, shared: 1 });
    const expiresAtMs = START_MS + LIFE_MS;
    assert.deepEqual(await colonel.secrets(expiresAtMs - 1), { live: 2, records: 4, created: 4, shared: 1 });
    assert.deepEqual(await colonel.secrets(expiresAtMs), { live: 0, records: 4, created: 4, shared: 1 });
    assert.deepEqual(await colonel.secrets(START_MS + 2 * LIFE_MS), { live: 0, records: 0, created: 4, shared: 1 });
    assert.deepEqual(await colonel.days([TODAY, '2001-01-01']), [{ day: TODAY, created: 4, shared: 1 }]);
  });

  test(`${engine}: what is claimed in one step counts as read, and once [COL-03]`, async () => {
    const { secrets, colonel } = store();
    const before = await colonel.secrets(START_MS);
    const mine = { proofHash: RIGHT, claimantHash: randomBytes(32), redeliveryMs: 60_000 };
    const { secret } = await putSample(secrets, { hasPassphrase: false });
    for (let times = 0; times < 3; times += 1) await claimAtOnce(secrets, secret.id, mine);
    // What comes after them has been counted: so would they be.
    const { secret: last } = await putSample(secrets);
    await secrets.claim(last.id, attempt, START_MS);
    const shared = before.shared + 2;
    await counted(async () => (await colonel.secrets(START_MS)).shared >= shared);
    const { live, shared: seen } = await colonel.secrets(START_MS);
    assert.deepEqual({ live, shared: seen }, { live: before.live, shared });
  });

  test(`${engine}: what is not to be counted is in none of the counts, whatever becomes of it [COL-03]`, async () => {
    const { secrets, colonel } = store();
    const [before, [day]] = [await colonel.secrets(START_MS), await colonel.days([TODAY])];
    assert.deepEqual(await endInEveryWay(secrets), [false, false, false]);
    // What comes after them has been counted: so would they be.
    const { secret } = await putSample(secrets);
    await secrets.claim(secret.id, attempt, START_MS);
    await counted(async () => (await colonel.secrets(START_MS)).shared > before.shared);
    const [records, created, shared] = [before.records + 1, before.created + 1, before.shared + 1];
    assert.deepEqual(await colonel.secrets(START_MS), { live: before.live, records, created, shared });
    const today = { day: TODAY, created: (day?.created ?? 0) + 1, shared: (day?.shared ?? 0) + 1 };
    assert.deepEqual(await colonel.days([TODAY]), [today]);
    assert.deepEqual(await colonel.secrets(START_MS + LIFE_MS), { live: 0, records, created, shared });
    assert.deepEqual(await colonel.secrets(START_MS + 2 * LIFE_MS), { live: 0, records: 0, created, shared });
  });

  test(`${engine}: the store tells about itself in plain facts [COL-06]`, async () => {
    const info = await store().colonel.info();
    assert.equal(info.engine, kind);
    assert.ok(Object.keys(info).length >= 8);
    for (const value of Object.values(info)) assert.match(String(value), /\S/);
  });
}

/** Of what is not to be counted one each is claimed, claimed at once, burned, burned by the operator, and left; answers whether the first three were. */
async function endInEveryWay(secrets: SecretStore): Promise<boolean[]> {
  const put = async () => {
    const { secret } = await putSample(secrets, { isCounted: false, hasPassphrase: false });
    return secret.id;
  };
  const [claimed, claimedAtOnce, burned, burnedUnread] = [await put(), await put(), await put(), await put()];
  await put();
  const outcomes = [
    await secrets.claim(claimed, attempt, START_MS),
    await claimAtOnce(secrets, claimedAtOnce, attempt),
    await secrets.burn(burned, attempt, 'recipient', START_MS),
  ];
  for await (const count of secrets.burnUnread({ kind: 'ids', ids: [burnedUnread] }, START_MS)) assert.equal(count, 1);
  return outcomes.map((outcome) => ('isCounted' in outcome ? outcome.isCounted : assert.fail(outcome.kind)));
}

/** A store that cannot tell in one step is asked for a claim. */
async function claimAtOnce(secrets: SecretStore, id: SecretId, how: ClaimAttempt): Promise<ClaimOutcome> {
  return (await secrets.claimAtOnce(id, how, 'site-key', START_MS)) ?? (await secrets.claim(id, how, START_MS));
}

/** Nobody waits for a count to be made; it is soon. */
async function counted(isSo: () => Promise<boolean>): Promise<void> {
  await untilSo('it is counted', isSo);
}
