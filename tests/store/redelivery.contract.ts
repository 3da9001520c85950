import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { ClaimOutcome, SealedSecret, SecretStore } from '#src/features/secrets/secret-store.ts';
import { LIFE_MS, putSample, RIGHT, START_MS, WRONG } from './sealed-sample.ts';

const NOW = START_MS + 10_000;
const WINDOW_MS = 60_000;
const nobody = { proofHash: RIGHT, claimantHash: null };
const GONE = { kind: 'gone' };

/** An attempt of a claimant of its own. */
export function claimant({ proofHash = RIGHT, redeliveryMs = WINDOW_MS } = {}) {
  return { proofHash, claimantHash: randomBytes(32), redeliveryMs };
}

async function put(store: SecretStore, changes?: Partial<SealedSecret>): Promise<SealedSecret> {
  return (await putSample(store, changes)).secret;
}

/** The outcome in words: first, again or why not. Only the first is counted. */
function told(secret: SealedSecret, outcome: ClaimOutcome): string {
  if (outcome.kind !== 'claimed') return outcome.kind;
  assert.deepEqual(Buffer.from(outcome.content), secret.content);
  assert.equal(outcome.isCounted, !outcome.isAgain);
  return outcome.isAgain ? 'again' : 'first';
}

/** What every store promises to whoever has claimed under a token, and about them to everybody else. */
export function redeliveryContract(engine: string, store: () => SecretStore): void {
  const promise = (title: string, check: (store: SecretStore) => Promise<void>) =>
    test(`${engine}: ${title}`, () => check(store()));

  promise(
    'a claimant gets the same again until the window ends, though the secret is received at once',
    async (secrets) => {
      const [secret, mine] = [await put(secrets), claimant()];
      const claim = async (nowMs: number) => told(secret, await secrets.claim(secret.id, mine, nowMs));
      assert.equal(await claim(NOW), 'first');
      const { life, endedAtMs } = (await secrets.look(secret.id, NOW))!;
      assert.deepEqual([life, endedAtMs], ['received', NOW]);
      assert.equal(await secrets.senderCopy(secret.id, NOW), null);
      assert.deepEqual([await claim(NOW), await claim(NOW + WINDOW_MS - 1)], ['again', 'again']);
      assert.equal(await claim(NOW + WINDOW_MS), 'gone');
      assert.equal((await secrets.look(secret.id, NOW + WINDOW_MS))?.endedAtMs, NOW);
    },
  );

  promise(
    'of two hundred claims at once, those of one claimant get it, one of them first, and the others nothing',
    async (secrets) => {
      const secret = await put(secrets);
      const claimants = Array.from({ length: 4 }, () => claimant());
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, at) => secrets.claim(secret.id, claimants[at % 4]!, NOW)),
      );
      const words = outcomes.map((outcome) => told(secret, outcome));
      const winner = words.indexOf('first') % 4;
      assert.deepEqual(words.filter((_, at) => at % 4 === winner).toSorted(), [...Array(49).fill('again'), 'first']);
      assert.ok(words.every((word, at) => at % 4 === winner || word === 'gone'));
    },
  );

  promise(
    'without the claimant, with another one or with a wrong proof it is gone, and nothing is counted',
    async (secrets) => {
      const [secret, mine] = [await put(secrets), claimant()];
      await secrets.claim(secret.id, mine, NOW);
      const before = await secrets.look(secret.id, NOW);
      for (const other of [nobody, claimant(), { ...mine, proofHash: WRONG }, claimant({ proofHash: WRONG })]) {
        assert.deepEqual(await secrets.claim(secret.id, other, NOW), GONE);
      }
      assert.deepEqual(await secrets.burn(secret.id, mine, 'recipient', NOW), GONE);
      assert.deepEqual(await secrets.look(secret.id, NOW), before);
      assert.equal(told(secret, await secrets.claim(secret.id, mine, NOW)), 'again');
    },
  );

  promise('a claim without a claimant is kept for nobody', async (secrets) => {
    const secret = await put(secrets);
    assert.equal(told(secret, await secrets.claim(secret.id, nobody, NOW)), 'first');
    for (const other of [nobody, claimant()]) assert.deepEqual(await secrets.claim(secret.id, other, NOW), GONE);
    assert.equal((await secrets.look(secret.id, NOW))?.claimantHash, null);
  });

  promise('a wrong proof of a claimant is counted like any other while the secret lives', async (secrets) => {
    const [secret, wrong] = [await put(secrets), claimant({ proofHash: WRONG })];
    assert.equal((await secrets.claim(secret.id, wrong, NOW)).kind, 'wrong-proof');
    assert.equal((await secrets.claim(secret.id, { ...wrong, proofHash: RIGHT }, NOW)).kind, 'too-early');
    assert.equal((await secrets.look(secret.id, NOW))?.failures, 1);
  });

  promise('the expiry of the secret does not cut the window short, that of its record does', async (secrets) => {
    const last = START_MS + LIFE_MS - 1;
    const recordExpiresAtMs = last + WINDOW_MS / 2;
    const [secret, brief, mine] = [await put(secrets), await put(secrets, { recordExpiresAtMs }), claimant()];
    const claim = async (of: SealedSecret, nowMs: number) => told(of, await secrets.claim(of.id, mine, nowMs));
    assert.deepEqual([await claim(secret, last), await claim(brief, last)], ['first', 'first']);
    assert.equal(await claim(secret, last + WINDOW_MS - 1), 'again');
    assert.deepEqual(
      [await claim(brief, recordExpiresAtMs - 1), await claim(brief, recordExpiresAtMs)],
      ['again', 'gone'],
    );
  });

  promise('a burned secret is never given to anybody, whoever asks with whatever', async (secrets) => {
    const [secret, mine] = [await put(secrets), claimant()];
    await secrets.burn(secret.id, mine, 'sender', NOW);
    assert.deepEqual(await secrets.claim(secret.id, mine, NOW), GONE);
    assert.equal((await secrets.look(secret.id, NOW))?.claimantHash, null);
  });

  promise('what an operator burns is not kept for claimants either, and stays received', async (secrets) => {
    const ownerTag = randomBytes(9).toString('base64url');
    const [kept, unread, mine] = [await put(secrets, { ownerTag }), await put(secrets, { ownerTag }), claimant()];
    const foreign = await put(secrets);
    for (const { id } of [kept, foreign]) await secrets.claim(id, mine, NOW);
    const counts = await Array.fromAsync(secrets.burnUnread({ kind: 'owner', ownerTag }, NOW));
    assert.deepEqual(counts, [1]);
    assert.deepEqual(await secrets.claim(kept.id, mine, NOW), GONE);
    assert.equal((await secrets.look(kept.id, NOW))?.life, 'received');
    assert.equal((await secrets.look(unread.id, NOW))?.burnedBy, 'operator');
    assert.equal(told(foreign, await secrets.claim(foreign.id, mine, NOW)), 'again');
  });
}
