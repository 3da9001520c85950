import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SecretStore } from '#src/features/secrets/secret-store.ts';
import { LIFE_MS, putSample, RIGHT, START_MS, sample, WRONG } from './sealed-sample.ts';

const NOW = START_MS + 10_000;
const right = { proofHash: RIGHT, claimantHash: null };
const wrong = { proofHash: WRONG, claimantHash: null };

/**
 * What every store promises of a claim that nobody looks before. `store` is asked for when a test runs; one that waits
 * for replicas cannot claim in one step.
 */
export function claimAtOnceContract(engine: string, store: () => SecretStore, isAble: boolean): void {
  const promise: Promising = (title, check) => void test(`${engine}: ${title}`, () => check(store()));

  if (isAble) claimsInOneStep(promise);
  else promise('who cannot claim in one step says so, and changes nothing', changesNothing);

  promise(
    'what one step cannot judge stays as it is: no other row, no wrong try, nothing that is over',
    async (secrets) => {
      const open = { hasPassphrase: false };
      const [guarded, mine, over] = [
        await putSample(secrets),
        await putSample(secrets, open),
        await putSample(secrets, open),
      ];
      const { siteKeyId } = mine.secret;
      const asked = [
        secrets.claimAtOnce(guarded.secret.id, right, siteKeyId, NOW),
        secrets.claimAtOnce(mine.secret.id, right, 'another', NOW),
        secrets.claimAtOnce(mine.secret.id, wrong, siteKeyId, NOW),
        secrets.claimAtOnce(over.secret.id, right, siteKeyId, START_MS + LIFE_MS),
        secrets.claimAtOnce(sample().secret.id, right, siteKeyId, NOW),
      ];
      assert.deepEqual(await Promise.all(asked), [null, null, null, null, null]);
      for (const { secret } of [guarded, mine]) {
        const row = await secrets.look(secret.id, NOW);
        assert.deepEqual([row?.life, row?.failures, row?.notBeforeMs], ['live', 0, 0]);
        assert.equal((await secrets.claim(secret.id, right, NOW)).kind, 'claimed');
      }
    },
  );

  promise('of simultaneous claims of both kinds exactly one gets the content', async (secrets) => {
    const { secret } = await putSample(secrets, { hasPassphrase: false });
    const claims = Array.from({ length: 200 }, (_, at) =>
      at % 2 === 0
        ? secrets.claim(secret.id, right, NOW)
        : secrets.claimAtOnce(secret.id, right, secret.siteKeyId, NOW),
    );
    const outcomes = await Promise.all(claims);
    assert.equal(outcomes.filter((outcome) => outcome?.kind === 'claimed').length, 1);
  });
}

type Promising = (title: string, check: (store: SecretStore) => Promise<void>) => void;

function claimsInOneStep(promise: Promising): void {
  promise('without a passphrase one step claims it and shows its row', async (secrets) => {
    const { secret } = await putSample(secrets, { hasPassphrase: false });
    const before = await secrets.look(secret.id, NOW);
    const claimed = await secrets.claimAtOnce(secret.id, right, secret.siteKeyId, NOW);
    assert.ok(claimed !== null);
    const { content, isAgain, isCounted } = claimed;
    assert.deepEqual([Buffer.from(content), isAgain, isCounted], [secret.content, false, true]);
    assert.deepEqual(claimed.row, before);
    const after = await secrets.look(secret.id, NOW);
    assert.deepEqual([after?.life, after?.burnedBy], ['received', null]);
    assert.equal(await secrets.claimAtOnce(secret.id, right, secret.siteKeyId, NOW), null);
    assert.deepEqual(await secrets.claim(secret.id, right, NOW), { kind: 'gone' });
  });

  promise('the claimant of one step gets the same again for a while, and nobody else', async (secrets) => {
    const { secret } = await putSample(secrets, { hasPassphrase: false });
    const mine = { proofHash: RIGHT, claimantHash: Buffer.alloc(32, 7), redeliveryMs: 60_000 };
    const first = await secrets.claimAtOnce(secret.id, mine, secret.siteKeyId, NOW);
    assert.deepEqual([first?.kind, first?.isAgain], ['claimed', false]);
    const again = await secrets.claimAtOnce(secret.id, mine, secret.siteKeyId, NOW + 59_999);
    assert.ok(again !== null);
    const { content, isAgain, isCounted } = again;
    assert.deepEqual([Buffer.from(content), isAgain, isCounted], [secret.content, true, false]);
    const others = { ...mine, claimantHash: Buffer.alloc(32, 8) };
    assert.equal(await secrets.claimAtOnce(secret.id, others, secret.siteKeyId, NOW), null);
    assert.equal(await secrets.claimAtOnce(secret.id, mine, secret.siteKeyId, NOW + 60_000), null);
  });
}

async function changesNothing(secrets: SecretStore): Promise<void> {
  const { secret } = await putSample(secrets, { hasPassphrase: false });
  const before = await secrets.look(secret.id, NOW);
  assert.equal(await secrets.claimAtOnce(secret.id, right, secret.siteKeyId, NOW), null);
  assert.deepEqual(await secrets.look(secret.id, NOW), before);
}
