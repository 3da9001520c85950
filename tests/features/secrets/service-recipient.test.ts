import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { createSecretService } from '#src/features/secrets/secret-service.ts';
import { createServiceStage, newClaimant, OWNER, openerWith } from './service-stage.ts';

const stage = createServiceStage({ after });
const { clock } = stage;
const { recipient } = stage.service;
const GONE = { ok: false, failure: { kind: 'gone' } };

test('a key that names nothing shows nothing and opens nothing', async () => {
  const key = stage.deps.keys.secretKey();
  assert.deepEqual(
    [await recipient.look(key), await recipient.find(key), await recipient.status(key)],
    [null, null, null],
  );
  for (const claimant of [undefined, newClaimant()]) assert.deepEqual(await stage.reveal(key, '', claimant), GONE);
  assert.deepEqual(await recipient.burn(key, ''), GONE);
});

test('a waiting secret is shown without its content, and one that is over only to who asks for its state', async () => {
  const { secretKey } = await stage.conceal();
  const waiting = await recipient.look(secretKey);
  assert.deepEqual([waiting?.secretKey, waiting?.row.life, waiting?.facts.originalChars], [secretKey, 'live', 7]);
  assert.deepEqual(await recipient.find(secretKey), waiting);
  const revealed = await stage.reveal(secretKey);
  assert.ok(revealed.ok);
  assert.deepEqual(
    [revealed.value.secretKey, revealed.value.content, revealed.value.facts],
    [secretKey, 'content', waiting?.facts],
  );
  assert.equal(await recipient.look(secretKey), null);
  const found = await recipient.find(secretKey);
  assert.deepEqual([found?.row.life, found?.row.endedAtMs], ['received', clock.now()]);
  assert.deepEqual(await stage.reveal(secretKey), GONE);
});

test('what has no passphrase is opened in one step of the store', async () => {
  const { secretKey } = await stage.conceal();
  const looked = () => assert.fail('looked');
  const store = { ...stage.deps.store, look: looked, lookKept: looked };
  const hurried = createSecretService({ ...stage.deps, store });
  assert.equal((await hurried.recipient.reveal(secretKey, '', openerWith(null))).ok, true);
});

test('of simultaneous readers one gets the content', async () => {
  const { secretKey } = await stage.conceal({ owner: OWNER });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => stage.reveal(secretKey)));
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  assert.deepEqual(
    stage.noted.filter((line) => line.startsWith('received')),
    [`received ${OWNER.custid}`],
  );
});

test('a claimant gets the same again for a while, up to the instant that is set, and it counts once', async (t) => {
  const own = createServiceStage(t);
  const { secretKey } = await own.conceal({ owner: OWNER, passphrase: 'word' });
  const claimant = newClaimant();
  const contentOf = async (passphrase = 'word', by = claimant) => {
    const outcome = await own.reveal(secretKey, passphrase, by);
    return outcome.ok ? outcome.value.content : outcome.failure.kind;
  };
  assert.deepEqual([await contentOf(), await contentOf()], ['content', 'content']);
  assert.deepEqual([await contentOf('other'), await contentOf('')], ['gone', 'gone']);
  assert.equal(await contentOf('word', newClaimant()), 'gone');
  assert.deepEqual(await own.reveal(secretKey, 'word'), GONE);
  own.clock.advance(59_999);
  assert.equal(await contentOf(), 'content');
  own.clock.advance(1);
  assert.equal(await contentOf(), 'gone');
  assert.equal((await own.service.recipient.status(secretKey))?.life, 'received');
  assert.deepEqual(
    own.noted.filter((line) => line.startsWith('received')),
    [`received ${OWNER.custid}`],
  );
});

test('where nothing is given twice a claimant is not kept', async (t) => {
  const own = createServiceStage(t, { redeliverySeconds: 0 });
  const { secretKey } = await own.conceal();
  const claimant = newClaimant();
  assert.equal((await own.reveal(secretKey, '', claimant)).ok, true);
  assert.deepEqual(await own.reveal(secretKey, '', claimant), GONE);
  assert.equal((await own.service.recipient.status(secretKey))?.claimantHash, null);
});

test('for anybody but its claimant, and for that one when it is too late, a read secret is not stretched for', async (t) => {
  const own = createServiceStage(t);
  const { secretKey } = await own.conceal({ passphrase: 'word' });
  const claimant = newClaimant();
  await own.reveal(secretKey, 'word', claimant);
  const stretch = () => assert.fail('stretched');
  const service = createSecretService({ ...own.deps, stretcher: { ...own.deps.stretcher, stretch } });
  for (const by of [null, newClaimant()])
    assert.deepEqual(await service.recipient.reveal(secretKey, 'word', openerWith(by)), GONE);
  await assert.rejects(service.recipient.reveal(secretKey, 'word', openerWith(claimant)), /stretched/);
  own.clock.advance(60_000);
  assert.deepEqual(await service.recipient.reveal(secretKey, 'word', openerWith(claimant)), GONE);
});

test('who has gone while a passphrase was stretched takes nothing, right or wrong, and has not tried', async () => {
  const { secretKey } = await stage.conceal({ passphrase: 'word' });
  const gone = { claimant: newClaimant(), isThere: () => false };
  for (const passphrase of ['word', 'wrong'])
    assert.equal((await recipient.reveal(secretKey, passphrase, gone)).ok, false);
  const row = await recipient.status(secretKey);
  assert.deepEqual([row?.life, row?.failures], ['live', 0]);
  assert.equal((await stage.reveal(secretKey, 'word')).ok, true);
});

test('what nobody owns any more is counted for nobody', async (t) => {
  const own = createServiceStage(t);
  const { secretKey } = await own.conceal({ owner: OWNER });
  await own.deps.store.disown(own.deps.owners.tagOf(OWNER));
  assert.equal((await own.reveal(secretKey)).ok, true);
  assert.deepEqual(
    own.noted.filter((line) => line.startsWith('received')),
    [],
  );
});

test('the reader of a verification is shown what was made of it', async () => {
  const { secretKey } = await stage.conceal({ isVerification: true });
  const revealed = await stage.reveal(secretKey);
  assert.equal(revealed.ok && revealed.value.content, 'taken content');
});

test('where nothing is to be made of a verification any more its reader finds nothing', async () => {
  const { secretKey } = await stage.conceal({ isVerification: true });
  const owners = { ...stage.deps.owners, takeVerification: async () => null };
  const service = createSecretService({ ...stage.deps, owners });
  assert.deepEqual(await service.recipient.reveal(secretKey, '', openerWith(null)), GONE);
});

test('a recipient burns what was not expected, and it is known who did', async () => {
  const { secretKey } = await stage.conceal();
  const burned = await recipient.burn(secretKey, '');
  assert.equal(burned.ok && burned.value.life, 'live', 'as it was before');
  const row = await recipient.status(secretKey);
  assert.deepEqual([row?.life, row?.burnedBy], ['burned', 'recipient']);
  assert.deepEqual(await recipient.burn(secretKey, ''), GONE);
});

test('of simultaneous burns one succeeds, and the others are told that it is gone', async () => {
  const { secretKey } = await stage.conceal();
  const outcomes = await Promise.all([1, 2, 3].map(() => recipient.burn(secretKey, '')));
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  assert.deepEqual(
    outcomes.filter(({ ok }) => !ok),
    [GONE, GONE],
  );
});

test('that somebody was about to open it is noted once', async () => {
  const { secretKey } = await stage.conceal();
  const seenAtMs = clock.now();
  await recipient.markSeen(secretKey);
  clock.advance(1000);
  await recipient.markSeen(secretKey);
  assert.equal((await recipient.status(secretKey))?.openedAtMs, seenAtMs);
});

test('a wrong passphrase costs a try and time, and after the last one there is a lock', async () => {
  const { secretKey } = await stage.conceal({ passphrase: 'word' });
  const failureOf = async (passphrase: string) => {
    const outcome = await stage.reveal(secretKey, passphrase);
    return outcome.ok ? null : outcome.failure;
  };
  assert.deepEqual(await failureOf('other'), { kind: 'wrong-passphrase', triesLeft: 2, retryAfterSeconds: 2 });
  clock.advance(1999);
  assert.deepEqual(await failureOf('word'), { kind: 'too-early', retryAfterSeconds: 1 });
  clock.advance(1);
  assert.deepEqual(await failureOf('other'), { kind: 'wrong-passphrase', triesLeft: 1, retryAfterSeconds: 3 });
  clock.advance(3000);
  assert.deepEqual(await failureOf('other'), { kind: 'wrong-passphrase', triesLeft: 0, retryAfterSeconds: 60 });
  assert.deepEqual(await failureOf('word'), { kind: 'locked', retryAfterSeconds: 60 });
  clock.advance(60_000);
  assert.equal(await failureOf('word'), null);
});

test('while a secret waits or is locked, and once it is over, no passphrase is stretched', async () => {
  const [tried, over] = [await stage.conceal({ passphrase: 'word' }), await stage.conceal({ passphrase: 'word' })];
  await stage.reveal(tried.secretKey, 'other');
  await recipient.burn(over.secretKey, 'word');
  const stretch = () => assert.fail('stretched');
  const service = createSecretService({ ...stage.deps, stretcher: { ...stage.deps.stretcher, stretch } });
  const kindOf = async (key: typeof tried.secretKey) => {
    const outcome = await service.recipient.burn(key, 'word');
    return outcome.ok || outcome.failure.kind;
  };
  assert.deepEqual([await kindOf(tried.secretKey), await kindOf(over.secretKey)], ['too-early', 'gone']);
});

test('no passphrase at all is wrong and costs no try', async () => {
  const { secretKey } = await stage.conceal({ passphrase: 'word' });
  for (let times = 0; times < 5; times += 1) {
    const outcome = await stage.reveal(secretKey, '');
    assert.deepEqual(outcome.ok || outcome.failure, { kind: 'wrong-passphrase', triesLeft: 3, retryAfterSeconds: 0 });
  }
  assert.equal((await recipient.status(secretKey))?.failures, 0);
});

test('what the store finds out only at the attempt is told in the same words', async () => {
  const { secretKey } = await stage.conceal({ passphrase: 'word' });
  // All see a row without a wrong try, so all of them come to the store.
  const outcomes = await Promise.all([stage.reveal(secretKey, 'a'), stage.reveal(secretKey, 'b')]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.ok || outcome.failure),
    [
      { kind: 'wrong-passphrase', triesLeft: 2, retryAfterSeconds: 2 },
      { kind: 'too-early', retryAfterSeconds: 2 },
    ],
  );
});

test('a passphrase that finds no place to be stretched is not tried', async () => {
  const { secretKey } = await stage.conceal({ passphrase: 'word' });
  const outcomes = await Promise.all([1, 2, 3].map(() => stage.reveal(secretKey, 'other')));
  assert.equal(outcomes.filter((outcome) => !outcome.ok && outcome.failure.kind === 'busy').length, 1);
  assert.equal((await recipient.status(secretKey))?.failures, 1);
});

test('a passphrase for a secret that has none is not asked about', async () => {
  const { secretKey } = await stage.conceal();
  assert.equal((await stage.reveal(secretKey, 'whatever')).ok, true);
});

test('a secret that has expired is not stretched for, and is gone', async () => {
  const { secretKey } = await stage.conceal({ passphrase: 'word', ttlSeconds: 60 });
  clock.advance(60_000);
  assert.deepEqual(await stage.reveal(secretKey, 'word'), GONE);
  assert.equal((await recipient.find(secretKey))?.row.life, 'expired');
});

test('a row that needs another site secret is not lost: the store is said to be away', async () => {
  const { secretKey } = await stage.conceal();
  const seal = createKeyRing({ siteSecret: randomBytes(32), randomBytes });
  const elsewhere = createSecretService({ ...stage.deps, seal });
  const away = { name: 'StoreUnavailable', message: 'a row needs a site secret that is not configured here' };
  await assert.rejects(elsewhere.recipient.find(secretKey), away);
  await assert.rejects(elsewhere.recipient.burn(secretKey, ''), away);
  assert.equal((await stage.reveal(secretKey)).ok, true);
});
