import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import { claimAtOnceContract } from './claim-at-once.contract.ts';
import { LIFE_MS, putSample, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';
import { secretGuessesContract } from './secret-guesses.contract.ts';
import { secretLooksContract } from './secret-looks.contract.ts';

const NOW = START_MS + 10_000;
const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };

/** What every store of secrets promises. `store` is asked for when a test runs. */
export function secretStoreContract(
  engine: string,
  store: () => SecretStore,
  { canClaimAtOnce } = { canClaimAtOnce: true },
): void {
  claimAtOnceContract(engine, store, canClaimAtOnce);
  secretGuessesContract(engine, store);
  secretLooksContract(engine, store);
  const promise = (title: string, check: (store: SecretStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('a claim with the right proof gives the content byte for byte, once', async (secrets) => {
    const { secret } = await putSample(secrets);
    const outcome = await secrets.claim(secret.id, right, NOW);
    assert.ok(outcome.kind === 'claimed');
    assert.deepEqual(Buffer.from(outcome.content), secret.content);
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
    const row = await secrets.look(secret.id, NOW);
    assert.deepEqual([row?.life, row?.endedAtMs, row?.burnedBy], ['received', NOW, null]);
  });

  promise('of two hundred simultaneous claims exactly one gets the content', async (secrets) => {
    const { secret } = await putSample(secrets);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => secrets.claim(secret.id, right, NOW)));
    assert.equal(outcomes.filter(({ kind }) => kind === 'claimed').length, 1);
    assert.equal(outcomes.filter(({ kind }) => kind === 'gone').length, 199);
  });

  promise('a burned secret cannot be claimed, and tells who burned it', async (secrets) => {
    for (const burnedBy of ['sender', 'recipient'] as const) {
      const { secret } = await putSample(secrets);
      assert.deepEqual(await secrets.burn(secret.id, right, burnedBy, NOW), { kind: 'burned', isCounted: true });
      assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
      assert.deepEqual(await secrets.burn(secret.id, right, burnedBy, NOW), { kind: 'gone' });
      const row = await secrets.look(secret.id, NOW);
      assert.deepEqual([row?.life, row?.endedAtMs, row?.burnedBy], ['burned', NOW, burnedBy]);
    }
  });

  promise('a secret lives to the last millisecond before its expiry and not at it [GEN-11]', async (secrets) => {
    const [first, second] = [await putSample(secrets), await putSample(secrets)];
    const end = START_MS + LIFE_MS;
    assert.equal((await secrets.claim(first.secret.id, right, end - 1)).kind, 'claimed');
    assert.equal((await secrets.claim(second.secret.id, right, end)).kind, 'gone');
    assert.equal((await secrets.burn(second.secret.id, right, 'sender', end)).kind, 'gone');
    assert.equal((await secrets.look(second.secret.id, end))?.life, 'expired');
  });

  promise('the record outlives the secret and is unknown from its own expiry on', async (secrets) => {
    const { secret, metadata } = await putSample(secrets);
    const end = secret.recordExpiresAtMs;
    assert.equal((await secrets.look(secret.id, end - 1))?.life, 'expired');
    assert.notEqual(await secrets.metadata(metadata.id, end - 1), null);
    assert.equal(await secrets.look(secret.id, end), null);
    assert.equal(await secrets.metadata(metadata.id, end), null);
  });

  promise('a name that is taken is refused and what stood there stays', async (secrets) => {
    const { secret, metadata } = await putSample(secrets);
    const other = sample();
    await assert.rejects(secrets.put({ ...other.secret, id: secret.id }, other.metadata), { name: 'IdTaken' });
    await assert.rejects(secrets.put(sample().secret, { ...other.metadata, id: metadata.id }), { name: 'IdTaken' });
    const outcome = await secrets.claim(secret.id, right, NOW);
    assert.deepEqual(outcome.kind === 'claimed' && Buffer.from(outcome.content), secret.content);
  });

  promise('the name of a secret that is over stays taken', async (secrets) => {
    const { secret } = await putSample(secrets);
    await secrets.claim(secret.id, right, NOW);
    const other = sample();
    await assert.rejects(secrets.put({ ...other.secret, id: secret.id }, other.metadata), { name: 'IdTaken' });
    assert.equal((await secrets.look(secret.id, NOW))?.life, 'received');
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
  });

  promise('what was never put is unknown, and nothing can be done to it', async (secrets) => {
    const { secret, metadata } = sample();
    assert.equal(await secrets.look(secret.id, NOW), null);
    assert.equal(await secrets.metadata(metadata.id, NOW), null);
    assert.equal(await secrets.senderCopy(secret.id, NOW), null);
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
    assert.deepEqual(await secrets.burn(secret.id, right, 'sender', NOW), { kind: 'gone' });
    await secrets.markOpened(secret.id, NOW);
    assert.equal(await secrets.markViewed(secret.id, NOW), false);
    await secrets.liftLock(secret.id, NOW);
    assert.equal(await secrets.look(secret.id, NOW), null);
  });

  promise('what happens to one secret happens to no other', async (secrets) => {
    const [own, other] = [await putSample(secrets), await putSample(secrets, { senderCopy: null })];
    await secrets.claim(other.secret.id, wrong, NOW);
    const before = await secrets.look(other.secret.id, NOW);
    await secrets.markOpened(own.secret.id, NOW);
    await secrets.markViewed(own.secret.id, NOW);
    await secrets.claim(own.secret.id, wrong, NOW);
    await secrets.liftLock(own.secret.id, NOW);
    assert.equal(await secrets.senderCopy(other.secret.id, NOW), null);
    assert.equal((await secrets.claim(own.secret.id, right, NOW)).kind, 'claimed');
    assert.deepEqual(await secrets.look(other.secret.id, NOW), before);
    assert.deepEqual([before?.failures, before?.openedAtMs, before?.viewedAtMs], [1, null, null]);
  });

  promise('from the instant of its expiry a secret is not opened, unlocked or shown to its sender', async (secrets) => {
    const end = START_MS + LIFE_MS;
    const { secret } = await putSample(secrets, { senderCopy: { sealed: Buffer.from('copy'), untilMs: end + 1000 } });
    await secrets.claim(secret.id, wrong, NOW);
    const before = await secrets.look(secret.id, end);
    await secrets.markOpened(secret.id, end);
    await secrets.liftLock(secret.id, end);
    assert.equal(await secrets.senderCopy(secret.id, end), null);
    assert.deepEqual(await secrets.look(secret.id, end), before);
    assert.notEqual(await secrets.senderCopy(secret.id, end - 1), null);
    await secrets.markOpened(secret.id, end - 1);
    await secrets.liftLock(secret.id, end - 1);
    const row = await secrets.look(secret.id, end - 1);
    assert.deepEqual([row?.openedAtMs, row?.failures], [end - 1, 0]);
  });
}
