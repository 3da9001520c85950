import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '#src/store/store.ts';
import { LIFE_MS, RIGHT, START_MS, sample } from './sealed-sample.ts';

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
    for (let at = 0; at < 4; at += 1) {
      const { secret, metadata } = sample();
      await secrets.put(secret, metadata);
      made.push(secret.id);
    }
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

  test(`${engine}: the store tells about itself in plain facts [COL-06]`, async () => {
    const info = await store().colonel.info();
    assert.equal(info.engine, kind);
    assert.ok(Object.keys(info).length >= 8);
    for (const value of Object.values(info)) assert.match(String(value), /\S/);
  });
}

/** Nobody waits for a count to be made; it is soon. */
async function counted(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 100 && !(await isSo()); looks += 1) await pause(10);
}
