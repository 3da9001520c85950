import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import { LIFE_MS, RIGHT, START_MS, sample } from './sealed-sample.ts';

const DAY_MS = 86_400_000;
const attempt = { proofHash: RIGHT, claimantHash: null };

/** What every store promises about the list of an owner's secrets. */
export function ownedSecretsContract(engine: string, store: () => SecretStore): void {
  async function put(ownerTag: string | null, createdAtMs = START_MS, recordLifeMs = 2 * LIFE_MS) {
    const { secret, metadata } = sample({
      ...{
        ownerTag,
        ownerCopy: ownerTag === null ? null : Buffer.from(`copy of ${createdAtMs}`),
        createdAtMs,
        senderCopy: null,
      },
      ...{ expiresAtMs: createdAtMs + LIFE_MS, recordExpiresAtMs: createdAtMs + recordLifeMs },
    });
    await store().put(secret, metadata);
    return secret;
  }

  test(`${engine}: an owner's secrets are listed newest first, with their state, and nobody else's [REC-01]`, async () => {
    const secrets = store();
    const [first, second] = [await put('list'), await put('list', START_MS + 1000)];
    await put('somebody else');
    await put(null);
    await secrets.claim(first.id, attempt, START_MS + 2000);
    await secrets.markViewed(second.id, START_MS + 2500);
    const range = { sinceMs: START_MS, limit: 10 };
    const listed = await secrets.ownedBy('list', range, START_MS + 3000);
    assert.deepEqual(
      listed.map(({ id, row, ownerCopy }) => [id, row.life, row.viewedAtMs, Buffer.from(ownerCopy).toString()]),
      [
        [second.id, 'live', START_MS + 2500, `copy of ${START_MS + 1000}`],
        [first.id, 'received', null, `copy of ${START_MS}`],
      ],
    );
    assert.equal(await secrets.countOwnedBy('list', { sinceMs: START_MS, limit: 10 }, START_MS + 3000), 2);
    const newest = await secrets.ownedBy('list', { ...range, limit: 1 }, START_MS + 3000);
    assert.deepEqual(
      newest.map(({ id }) => id),
      [second.id],
    );
    assert.equal(await secrets.countOwnedBy('list', { ...range, limit: 1 }, START_MS + 3000), 1);
  });

  test(`${engine}: the list tells of a secret all its times and whether it has a passphrase`, async () => {
    const secrets = store();
    const { id } = await put('row');
    await secrets.markOpened(id, START_MS + 1);
    await secrets.markViewed(id, START_MS + 2);
    const listed = async (nowMs: number) => {
      const [first] = await secrets.ownedBy('row', { sinceMs: 0, limit: 10 }, nowMs);
      const { life, createdAtMs, expiresAtMs, recordExpiresAtMs, ...more } = first?.row ?? assert.fail();
      const { openedAtMs, viewedAtMs, endedAtMs, hasPassphrase } = more;
      return { life, createdAtMs, expiresAtMs, recordExpiresAtMs, openedAtMs, viewedAtMs, endedAtMs, hasPassphrase };
    };
    const times = { createdAtMs: START_MS, expiresAtMs: START_MS + LIFE_MS, recordExpiresAtMs: START_MS + 2 * LIFE_MS };
    const noted = { openedAtMs: START_MS + 1, viewedAtMs: START_MS + 2, endedAtMs: null, hasPassphrase: true };
    assert.deepEqual(await listed(START_MS + 3), { life: 'live', ...times, ...noted });
    assert.deepEqual(await listed(START_MS + LIFE_MS), { life: 'expired', ...times, ...noted });
    await secrets.burn(id, attempt, 'sender', START_MS + 4);
    assert.deepEqual(await listed(START_MS + 5), { life: 'burned', ...times, ...noted, endedAtMs: START_MS + 4 });
  });

  test(`${engine}: the list goes back as far as asked, and a record leaves it the instant it ends`, async () => {
    const secrets = store();
    await put('range');
    const young = await put('range', START_MS + DAY_MS, DAY_MS);
    const sinceMs = START_MS + DAY_MS;
    const ids = async (nowMs: number) =>
      (await secrets.ownedBy('range', { sinceMs, limit: 10 }, nowMs)).map(({ id }) => id);
    assert.deepEqual(await ids(sinceMs), [young.id]);
    assert.deepEqual(await ids(sinceMs + DAY_MS - 1), [young.id]);
    assert.equal(await secrets.countOwnedBy('range', { sinceMs: sinceMs, limit: 10 }, sinceMs + DAY_MS - 1), 1);
    assert.deepEqual(await ids(sinceMs + DAY_MS), []);
    assert.equal(await secrets.countOwnedBy('range', { sinceMs: sinceMs, limit: 10 }, sinceMs + DAY_MS), 0);
  });

  test(`${engine}: what is over by a clock that is wrong is listed again by the right one, and counts again`, async () => {
    const secrets = store();
    const [older, newer] = [await put('clock'), await put('clock', START_MS + 1, DAY_MS)];
    const ids = async (nowMs: number, limit = 10) =>
      (await secrets.ownedBy('clock', { sinceMs: START_MS, limit }, nowMs)).map(({ id }) => id);
    const wrongMs = START_MS + 365 * DAY_MS;
    assert.deepEqual(await ids(wrongMs), []);
    assert.equal(await secrets.countOwnedBy('clock', { sinceMs: START_MS, limit: 10 }, wrongMs), 0);
    const endsMs = older.recordExpiresAtMs;
    assert.deepEqual(await ids(endsMs, 1), [newer.id], 'what is over takes no place');
    assert.equal(
      await secrets.countOwnedBy('clock', { sinceMs: START_MS + 2, limit: 10 }, endsMs),
      0,
      'what is over and older counts once',
    );
    assert.deepEqual(await ids(START_MS + 2), [newer.id, older.id]);
    assert.equal(await secrets.countOwnedBy('clock', { sinceMs: START_MS, limit: 10 }, START_MS + 2), 2);
  });

  test(`${engine}: a disowned secret waits on, as nobody's`, async () => {
    const secrets = store();
    const { id } = await put('leaver');
    await put('stayer');
    await secrets.disown('leaver');
    assert.equal(await secrets.countOwnedBy('stayer', { sinceMs: 0, limit: 10 }, START_MS), 1);
    assert.deepEqual(await secrets.ownedBy('leaver', { sinceMs: 0, limit: 10 }, START_MS), []);
    assert.equal(await secrets.countOwnedBy('leaver', { sinceMs: 0, limit: 10 }, START_MS), 0);
    const row = await secrets.look(id, START_MS);
    assert.deepEqual([row?.life, row?.ownerTag], ['live', null]);
    assert.equal((await secrets.claim(id, attempt, START_MS)).kind, 'claimed');
  });
}
