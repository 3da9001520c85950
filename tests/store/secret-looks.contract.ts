import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SealedSecret, SecretStore } from '#src/features/secrets/secret-store.ts';
import { putSample, RIGHT, START_MS, sample } from './sealed-sample.ts';

const NOW = START_MS + 10_000;
const right = { proofHash: RIGHT, claimantHash: null };

/** What every store promises of looking at secrets, and of noting that somebody has looked. */
export function secretLooksContract(engine: string, store: () => SecretStore): void {
  const promise = (title: string, check: (store: SecretStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise('what was put is seen with every field, without content and without proof', async (secrets) => {
    const { secret, metadata } = await putSample(secrets, { ownerTag: 'owner' });
    const row = await secrets.look(secret.id, NOW);
    assert.deepEqual({ ...row, facts: Buffer.from(row!.facts) }, expectedRow(secret));
    assert.deepEqual(Buffer.from((await secrets.metadata(metadata.id, NOW))!), metadata.sealed);
  });

  promise('whoever looks is told whether there is a passphrase', async (secrets) => {
    for (const hasPassphrase of [true, false]) {
      const ownerTag = `has a passphrase: ${hasPassphrase}`;
      const { secret } = await putSample(secrets, { hasPassphrase, ownerTag, ownerCopy: Buffer.from('copy') });
      const [listed] = await secrets.ownedBy(ownerTag, { sinceMs: 0, limit: 1 }, NOW);
      const looks = [await secrets.look(secret.id, NOW), await secrets.lookKept(secret.id, NOW), listed?.row];
      assert.deepEqual(
        looks.map((row) => row?.hasPassphrase),
        [hasPassphrase, hasPassphrase, hasPassphrase],
      );
    }
  });

  promise('opened is noted once, and never on a secret that is over', async (secrets) => {
    const [opened, ended] = [await putSample(secrets), await putSample(secrets)];
    await secrets.markOpened(opened.secret.id, NOW);
    await secrets.markOpened(opened.secret.id, NOW + 5);
    assert.equal((await secrets.look(opened.secret.id, NOW))?.openedAtMs, NOW);
    await secrets.claim(ended.secret.id, right, NOW);
    await secrets.markOpened(ended.secret.id, NOW);
    await secrets.liftLock(ended.secret.id, NOW);
    assert.equal((await secrets.look(ended.secret.id, NOW))?.openedAtMs, null);
    assert.equal((await secrets.look(ended.secret.id, NOW))?.life, 'received');
  });

  promise('of two hundred who read the record at once exactly one is the first, and nobody after', async (secrets) => {
    const { secret } = await putSample(secrets);
    const told = await Promise.all(Array.from({ length: 200 }, () => secrets.markViewed(secret.id, NOW)));
    assert.equal(told.filter((isFirst) => isFirst).length, 1);
    assert.equal(await secrets.markViewed(secret.id, NOW + 5), false);
    assert.equal((await secrets.look(secret.id, NOW))?.viewedAtMs, NOW);
    assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
  });

  promise(
    'the first reading is noted whatever became of the secret, as long as its record is kept',
    async (secrets) => {
      const [over, expired] = [await putSample(secrets), await putSample(secrets)];
      await secrets.claim(over.secret.id, right, NOW);
      assert.equal(await secrets.markViewed(over.secret.id, NOW), true);
      assert.equal((await secrets.look(over.secret.id, NOW))?.life, 'received');
      const end = expired.secret.recordExpiresAtMs;
      assert.equal(await secrets.markViewed(expired.secret.id, end), false);
      assert.equal(await secrets.markViewed(expired.secret.id, end - 1), true);
      assert.equal((await secrets.look(expired.secret.id, end - 1))?.viewedAtMs, end - 1);
    },
  );

  promise('the sender’s copy is there until its time, and goes with whatever ends the secret', async (secrets) => {
    const { secret } = await putSample(secrets);
    const copy = await secrets.senderCopy(secret.id, NOW);
    assert.deepEqual(Buffer.from(copy!.sealed), secret.senderCopy!.sealed);
    const until = secret.senderCopy!.untilMs;
    assert.notEqual(await secrets.senderCopy(secret.id, until - 1), null);
    assert.equal(await secrets.senderCopy(secret.id, until), null);
    await secrets.claim(secret.id, right, NOW);
    assert.equal(await secrets.senderCopy(secret.id, NOW), null);
  });

  promise('a secret without a sender’s copy has none', async (secrets) => {
    const { secret } = await putSample(secrets, { senderCopy: null });
    assert.equal(await secrets.senderCopy(secret.id, NOW), null);
  });

  promise('looking changes nothing, however often', async (secrets) => {
    const { secret, metadata } = await putSample(secrets);
    const before = await secrets.look(secret.id, NOW);
    for (let times = 0; times < 20; times += 1) {
      await Promise.all([
        secrets.look(secret.id, NOW),
        secrets.metadata(metadata.id, NOW),
        secrets.senderCopy(secret.id, NOW),
      ]);
    }
    assert.deepEqual(await secrets.look(secret.id, NOW), before);
    assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
  });

  promise('a recipient’s look shows what still has its content, and nothing of what is over', async (secrets) => {
    const [waiting, read, burned] = [await putSample(secrets), await putSample(secrets), await putSample(secrets)];
    await secrets.claim(read.secret.id, right, NOW);
    await secrets.burn(burned.secret.id, right, 'sender', NOW);
    assert.deepEqual(await secrets.lookKept(waiting.secret.id, NOW), await secrets.look(waiting.secret.id, NOW));
    for (const { secret } of [read, burned, sample()]) assert.equal(await secrets.lookKept(secret.id, NOW), null);
  });

  promise('a recipient’s look shows what was received for as long as it is kept for its claimant', async (secrets) => {
    const { secret } = await putSample(secrets);
    await secrets.claim(secret.id, { ...right, claimantHash: Buffer.alloc(32, 7), redeliveryMs: 60_000 }, NOW);
    assert.equal((await secrets.lookKept(secret.id, NOW))?.life, 'received');
  });
}

function expectedRow(secret: SealedSecret) {
  const { version, kdfVersion, siteKeyId, createdAtMs, expiresAtMs, recordExpiresAtMs, hasPassphrase } = secret;
  return {
    ...{ version, kdfVersion, siteKeyId, createdAtMs, expiresAtMs, recordExpiresAtMs, hasPassphrase },
    ...{ life: 'live', openedAtMs: null, viewedAtMs: null, endedAtMs: null, burnedBy: null },
    ...{ failures: 0, notBeforeMs: 0, lockedUntilMs: 0, claimantHash: null, isHeld: false },
    ...{ ownerTag: secret.ownerTag, isCounted: secret.isCounted },
    facts: secret.facts,
  };
}
