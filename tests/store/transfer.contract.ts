import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ATTEMPT_LIFE_MS } from '#src/features/accounts/attempt-store.ts';
import type { Store } from '#src/store/store.ts';
import type { SecretRecord } from '#src/store/transfer.ts';
import { sampleCustomer } from './account-sample.ts';
import { LIFE_MS, putSample, RIGHT, START_MS, sample } from './sealed-sample.ts';
import { copyOver, loadInto, type MakeStore, RESTORE, recordsOf } from './transfer-stage.ts';
import { ALL_QUESTIONS, ask, type Step, steps } from './transfer-steps.ts';

const MOST_ASKS = 100;
const PAUSE_MS = 25;
const DAY_MS = 86_400_000;

/** What each engine once judged otherwise: a look under the number of a link, an entry that is kept again. */
const FOUND_BEFORE: [Step[], Step[]][] = [
  [
    [
      { verb: 'create', n: 0, m: 0 },
      { verb: 'link', n: 0, m: 0 },
    ],
    [{ verb: 'lookAt', n: 0, m: 1 }],
  ],
  [[{ verb: 'write', n: 2, m: 0 }], [{ verb: 'write', n: 2, m: 0 }]],
];

const attempt = { proofHash: RIGHT, claimantHash: null };

/** What every store promises whose records another one loads: asked of each pair of stores. */
export function transferContract(pair: string, makeFrom: MakeStore, makeTo: MakeStore): void {
  test(`${pair}: whatever was done to a store, its copy answers every question and every further step the same`, async () => {
    await fc.assert(
      fc.asyncProperty(steps(40), steps(25), async (before, after) => {
        const [from, to] = [await makeFrom(), await makeTo()];
        for (const [nth, step] of before.entries()) await ask(from, step, nth);
        await untilCounted(from);
        await copyOver(from, to);
        await compareAll(from, to);
        for (const [at, step] of after.entries()) {
          const nth = before.length + at;
          assert.equal(await ask(to, step, nth), await ask(from, step, nth), JSON.stringify(step));
        }
        await compareAll(from, to);
      }),
      { numRuns: 25, examples: FOUND_BEFORE },
    );
  });

  test(`${pair}: a copy can be copied again, and nothing is there twice`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample({ ownerTag: 'owner', ownerCopy: Buffer.from('copy') });
    await from.secrets.put(secret, metadata);
    await from.accounts.create(sampleCustomer());
    await copyOver(from, to);
    await copyOver(from, to);
    for (const kind of ['secret', 'metadata', 'customer'] as const) {
      assert.equal((await recordsOf(to, [kind])).length, 1, kind);
    }
    assert.deepEqual(await to.colonel.secrets(START_MS), await from.colonel.secrets(START_MS));
    assert.equal(await to.accounts.count(), 1);
  });

  test(`${pair}: what the store knows to be over stays over, whatever is loaded`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample();
    for (const store of [from, to]) await store.secrets.put(secret, metadata);
    await to.secrets.claim(secret.id, attempt, START_MS);
    const records = await recordsOf(from, ['secret']);
    assert.deepEqual(await loadInto(to, records, { isReviving: true, isReplacing: true }), ['over']);
    assert.equal((await to.secrets.claim(secret.id, attempt, START_MS)).kind, 'gone');
  });

  test(`${pair}: what the records know to be over is over here too`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample();
    for (const store of [from, to]) await store.secrets.put(secret, metadata);
    await from.secrets.burn(secret.id, attempt, 'recipient', START_MS + 1);
    assert.deepEqual(await loadInto(to, await recordsOf(from, ['secret'])), ['over']);
    assert.equal((await to.secrets.look(secret.id, START_MS + 2))?.burnedBy, 'recipient');
    assert.equal((await to.colonel.secrets(START_MS)).live, 0);
  });

  test(`${pair}: what was read elsewhere is over, and counts as shared where it was read alone`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const nextDayMs = START_MS + DAY_MS;
    const times = { expiresAtMs: nextDayMs + LIFE_MS, recordExpiresAtMs: nextDayMs + 2 * LIFE_MS };
    const [whole, end] = [sample(times), sample(times)];
    for (const { secret, metadata } of [whole, end]) await to.secrets.put(secret, metadata);
    await from.secrets.put(whole.secret, whole.metadata);
    await from.secrets.claim(whole.secret.id, attempt, nextDayMs);
    const ended = { id: end.secret.id, life: 'received', endedAtMs: START_MS, burnedBy: null } as const;
    const records = [...(await recordsOf(from, ['secret'])), { kind: 'end', ...ended } as const];
    assert.deepEqual(await loadInto(to, records), ['over', 'over']);
    await untilCounted(to);
    for (const { secret } of [whole, end]) assert.equal((await to.secrets.look(secret.id, START_MS))?.life, 'received');
    const { live, created, shared } = await to.colonel.secrets(START_MS);
    assert.deepEqual({ live, created, shared }, { live: 0, created: 2, shared: 0 });
    const days = [START_MS, nextDayMs].map((ms) => new Date(ms).toISOString().slice(0, 10));
    assert.deepEqual(await to.colonel.days(days), [{ day: days[0], created: 2, shared: 0 }]);
  });

  test(`${pair}: an unknown secret comes back only when it is told to, and then once`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample();
    await from.secrets.put(secret, metadata);
    const records = [...(await recordsOf(from, ['secret'])), ...(await recordsOf(from, ['metadata']))];
    assert.deepEqual(await loadInto(to, records), ['unknown', 'unknown']);
    assert.equal(await to.secrets.look(secret.id, START_MS), null);
    assert.equal(await to.secrets.metadata(metadata.id, START_MS), null);
    assert.deepEqual(await loadInto(to, records, { isReviving: true }), ['added', 'added']);
    assert.deepEqual(await loadInto(to, records, { isReviving: true }), ['kept', 'kept']);
    const { live, created } = await to.colonel.secrets(START_MS);
    assert.deepEqual({ live, created }, { live: 1, created: 0 });
    const claimed = await to.secrets.claim(secret.id, attempt, START_MS);
    assert.deepEqual(claimed.kind === 'claimed' && Buffer.from(claimed.content), secret.content);
    assert.deepEqual(await loadInto(to, records, { isReviving: true }), ['over', 'kept']);
    assert.equal((await to.secrets.claim(secret.id, attempt, START_MS)).kind, 'gone');
  });

  test(`${pair}: what is not to be counted is not where it comes back, and what comes of a backup that does not say so is`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    for (const isCounted of [false, true]) await putSample(from.secrets, { isCounted });
    const records = (await recordsOf(from, ['secret'])).map((record) => {
      const { isCounted, ...older } = record as SecretRecord;
      return isCounted ? (older as SecretRecord) : (record as SecretRecord);
    });
    assert.deepEqual(await loadInto(to, records, { isReviving: true }), ['added', 'added']);
    assert.deepEqual(await to.colonel.secrets(START_MS), { live: 1, records: 1, created: 0, shared: 0 });
    for (const { id } of records) await to.secrets.claim(id, attempt, START_MS);
    assert.deepEqual(await to.colonel.secrets(START_MS), { live: 0, records: 1, created: 0, shared: 1 });
  });

  test(`${pair}: a secret that has expired meanwhile comes back without content`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample();
    await from.secrets.put(secret, metadata);
    const [record] = await recordsOf(from, ['secret']);
    const rule = { how: 'restore', isReplacing: false, isReviving: true } as const;
    assert.deepEqual(await to.transfer.load([record!], rule, START_MS + LIFE_MS), ['over']);
    assert.equal((await to.secrets.look(secret.id, START_MS + LIFE_MS))?.life, 'expired');
    const [kept] = await recordsOf(to, ['secret']);
    assert.equal(kept?.kind === 'secret' && kept.content, null);
  });

  test(`${pair}: a secret that a clock ahead has cleared away has expired in the copy, too`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample({ ownerTag: 'owner', ownerCopy: Buffer.from('copy') });
    await from.secrets.put(secret, metadata);
    const [record] = await recordsOf(from, ['secret']);
    const cleared = { ...(record as SecretRecord), content: null, senderCopy: null };
    assert.deepEqual(await loadInto(to, [cleared], { isReviving: true }), ['over']);
    assert.equal((await to.secrets.look(secret.id, START_MS))?.life, 'expired');
    const [owned] = await to.secrets.ownedBy('owner', { sinceMs: 0, limit: 1 }, START_MS);
    assert.equal(owned?.row.life, 'expired');
  });

  test(`${pair}: a secret that has expired is said to be over where it still stands, too`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const { secret, metadata } = sample();
    for (const store of [from, to]) await store.secrets.put(secret, metadata);
    const records = await recordsOf(from, ['secret']);
    const outcomeAt = (nowMs: number) => to.transfer.load(records, RESTORE, nowMs);
    assert.deepEqual(await outcomeAt(START_MS + LIFE_MS - 1), ['kept']);
    assert.deepEqual(await outcomeAt(START_MS + LIFE_MS), ['over']);
  });

  test(`${pair}: a secret that was here as nobody's stays nobody's, in the count of its owner too`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const own = { ownerTag: 'owner', ownerCopy: Buffer.from('copy') };
    const { secret, metadata } = sample(own);
    for (const store of [from, to]) await store.secrets.put(secret, metadata);
    await to.secrets.disown('owner');
    const later = await putSample(from.secrets, own);
    const outcomes = await loadInto(to, await recordsOf(from, ['secret']), { isReviving: true });
    assert.deepEqual(outcomes.toSorted(), ['added', 'kept']);
    const range = { sinceMs: START_MS, limit: 10 };
    const listed = await to.secrets.ownedBy('owner', range, START_MS);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [later.secret.id],
    );
    assert.equal(await to.secrets.countOwnedBy('owner', range, START_MS), 1);
  });

  test(`${pair}: tries and places that end in a moment are there for a server whose clock is behind`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const endMs = START_MS + ATTEMPT_LIFE_MS;
    const policy = { firstDelayMs: 0, maxDelayMs: 60_000 };
    const tryIt = ({ attempts }: Store, nowMs: number) =>
      attempts.begin([{ name: 'try', freeTries: 1, tries: 2 }], policy, nowMs);
    const takePlace = ({ places }: Store, nowMs: number) => places.take('place', 1, endMs, nowMs);
    await Promise.all([tryIt(from, START_MS), takePlace(from, START_MS)]);
    await copyOver(from, to, endMs - 1);
    for (let asks = 0; asks < 50; asks += 1) await to.site.ping();
    assert.equal(await takePlace(to, endMs - 2), false);
    await tryIt(to, endMs - 2);
    assert.deepEqual(await tryIt(to, endMs - 2), { isAllowed: false, retryAfterMs: 60_000 });
  });

  test(`${pair}: an account that is there stays, unless it is to be replaced`, async () => {
    const [from, to] = [await makeFrom(), await makeTo()];
    const [old, current] = [sampleCustomer({ planid: 'identity' }), sampleCustomer()];
    await from.accounts.create(old);
    await to.accounts.create({ ...current, custid: old.custid });
    const records = await recordsOf(from, ['customer']);
    assert.deepEqual(await loadInto(to, records), ['kept']);
    assert.equal((await to.accounts.find(old.custid))?.planid, 'basic');
    assert.deepEqual(await loadInto(to, records, { isReplacing: true }), ['replaced']);
    assert.deepEqual(await to.accounts.find(old.custid), old);
    assert.equal(await to.accounts.count(), 1);
  });
}

/** Asks again for a while: in Redis counts are written behind what they count, and nobody waits for them. */
async function compareAll(from: Store, to: Store): Promise<void> {
  for (let asks = 1; ; asks += 1) {
    const [theirs, ours] = [await answersOf(from), await answersOf(to)];
    if (asks === MOST_ASKS) return assert.deepEqual(ours, theirs);
    if (isDeepStrictEqual(ours, theirs)) return;
    await pause(PAUSE_MS);
  }
}

function answersOf(store: Store): Promise<readonly string[]> {
  return Promise.all(ALL_QUESTIONS.map(async (step) => `${JSON.stringify(step)}: ${await ask(store, step)}`));
}

/** Behind everything that was sent to any master: twice, since what Redis does not know yet is sent again. */
async function untilCounted({ site, colonel }: Store): Promise<void> {
  for (let asks = 0; asks < 3; asks += 1) await Promise.all([site.ping(), colonel.secrets(START_MS)]);
}
