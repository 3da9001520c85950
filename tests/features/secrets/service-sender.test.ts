import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { createOwnerSide, RECENT_MS } from '#src/features/secrets/owner.ts';
import { createSecretService } from '#src/features/secrets/secret-service.ts';
import type { MailStatus } from '#src/mail/mail-port.ts';
import { createServiceStage, OWNER } from './service-stage.ts';

const stage = createServiceStage({ after });
const { clock, service } = stage;
const { sender, recipient, owner: ownerSide } = service;
const unknownKey = stage.deps.keys.metadataKey();

test('a key that names nothing shows nothing, burns nothing and unlocks nothing', async () => {
  assert.equal(await sender.find(unknownKey), null);
  assert.equal(await sender.look(unknownKey), null);
  assert.equal(await sender.view(unknownKey), null);
  assert.equal(await sender.unlock(unknownKey), false);
  assert.deepEqual(await sender.burn(unknownKey, ''), { ok: false, failure: { kind: 'gone' } });
});

test('the sender sees the content again for a few minutes, up to the instant that is named', async () => {
  const { metadataKey } = await stage.conceal();
  const untilMs = clock.now() + 300_000;
  assert.deepEqual((await sender.look(metadataKey))?.copy, { content: 'content', untilMs });
  clock.set(untilMs - 1);
  assert.equal((await sender.look(metadataKey))?.copy?.content, 'content');
  clock.set(untilMs);
  assert.equal((await sender.look(metadataKey))?.copy, null);
});

test('the sender’s copy lasts no longer than the secret', async () => {
  const { metadataKey } = await stage.conceal({ ttlSeconds: 60 });
  assert.equal((await sender.look(metadataKey))?.copy?.untilMs, clock.now() + 60_000);
});

test('no sender’s copy enters the store with a passphrase, of a verification, or where none is to be kept', async (t) => {
  const keeping = createServiceStage(t, { senderCopySeconds: 0 });
  const kept = [
    { on: stage, ...(await stage.conceal({ passphrase: 'word' })) },
    { on: stage, ...(await stage.conceal({ isVerification: true })) },
    { on: keeping, ...(await keeping.conceal()) },
  ];
  for (const { on, metadataKey, secretKey } of kept) {
    assert.equal((await on.service.sender.look(metadataKey))?.copy, null);
    // Asked as of an instant before, the store would hand out one that is over already.
    assert.equal(await on.deps.store.senderCopy(on.deps.seal.secretId(secretKey), 0), null);
  }
});

test('once a secret was read its sender does not see the content again', async () => {
  const { metadataKey, secretKey } = await stage.conceal();
  await stage.reveal(secretKey);
  assert.equal((await sender.look(metadataKey))?.copy, null);
});

test('the sender is told what became of the mails, where any were sent', async (t) => {
  const mails: MailStatus[] = [{ obscuredAddress: '*@example.org', state: 'sent', tries: 1, updatedAtMs: 5 }];
  const own = createServiceStage(t, { mails });
  const mailed = await own.conceal({ owner: OWNER, recipients: ['b@example.org'] });
  const unmailed = await own.conceal({ owner: OWNER });
  assert.deepEqual((await own.service.sender.look(mailed.metadataKey))?.mails, mails);
  assert.deepEqual((await own.service.sender.look(unmailed.metadataKey))?.mails, []);
});

test('of simultaneous readings through v1 one is the first, and it alone is shown a generated password', async () => {
  const { metadataKey, generated } = await stage.conceal({ kind: 'generate' });
  const views = await Promise.all([1, 2, 3].map(() => sender.view(metadataKey)));
  const firsts = views.filter((view) => view?.row.viewedAtMs === null);
  assert.deepEqual(
    firsts.map((view) => view?.copy?.content),
    [generated],
  );
  const others = views.filter((view) => view?.row.viewedAtMs !== null);
  assert.deepEqual(
    others.map((view) => [view?.row.viewedAtMs, view?.copy]),
    [1, 2].map(() => [clock.now(), null]),
  );
  const readAtMs = clock.now();
  clock.advance(5000);
  const later = await sender.view(metadataKey);
  assert.deepEqual([later?.row.viewedAtMs, later?.copy], [readAtMs, null]);
});

test('the first reading through v1 shows nothing of what its sender has written', async () => {
  const { metadataKey } = await stage.conceal();
  const view = await sender.view(metadataKey);
  assert.deepEqual([view?.row.viewedAtMs, view?.copy], [null, null]);
});

test('the sender burns a waiting secret once; afterwards it is said how it ended', async () => {
  const { metadataKey, secretKey } = await stage.conceal();
  const burned = await sender.burn(metadataKey, '');
  assert.ok(burned.ok);
  assert.deepEqual([burned.value.row.life, burned.value.row.burnedBy], ['burned', 'sender']);
  assert.equal((await sender.view(metadataKey))?.row.burnedBy, 'sender');
  assert.deepEqual(await stage.reveal(secretKey), { ok: false, failure: { kind: 'gone' } });
  const again = await sender.burn(metadataKey, '');
  assert.deepEqual(again, { ok: false, failure: { kind: 'already-over', life: 'burned' } });
});

test('of burning and burning at once one succeeds, and the other is told how it ended', async () => {
  const { metadataKey } = await stage.conceal();
  const outcomes = await Promise.all([1, 2].map(() => sender.burn(metadataKey, '')));
  assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  const other = outcomes.find(({ ok }) => !ok);
  assert.deepEqual(other, { ok: false, failure: { kind: 'already-over', life: 'burned' } });
});

test('what was read or has expired is not burned', async () => {
  const [read, expired] = [await stage.conceal(), await stage.conceal({ ttlSeconds: 60 })];
  await stage.reveal(read.secretKey);
  clock.advance(60_000);
  const lifeOf = async (key: typeof unknownKey) => {
    const outcome = await sender.burn(key, '');
    return outcome.ok ? null : outcome.failure;
  };
  assert.deepEqual(await lifeOf(read.metadataKey), { kind: 'already-over', life: 'received' });
  assert.deepEqual(await lifeOf(expired.metadataKey), { kind: 'already-over', life: 'expired' });
});

test('the sender, too, needs the passphrase to burn, and can lift the lock', async () => {
  const { metadataKey, secretKey } = await stage.conceal({ passphrase: 'word' });
  const wrong = await sender.burn(metadataKey, 'other');
  assert.deepEqual(wrong.ok || wrong.failure, { kind: 'wrong-passphrase', triesLeft: 2, retryAfterSeconds: 2 });
  const tooEarly = await sender.burn(metadataKey, 'word');
  assert.deepEqual(tooEarly.ok || tooEarly.failure, { kind: 'too-early', retryAfterSeconds: 2 });
  assert.equal(await sender.unlock(metadataKey), true);
  assert.equal((await recipient.status(secretKey))?.failures, 0);
  assert.equal((await sender.burn(metadataKey, 'word')).ok, true);
});

test('a record that needs another site secret is not lost: the store is said to be away', async () => {
  const { metadataKey } = await stage.conceal();
  const seal = createKeyRing({ siteSecret: randomBytes(32), randomBytes });
  const elsewhere = createSecretService({ ...stage.deps, seal });
  await assert.rejects(elsewhere.sender.find(metadataKey), (error: Error) => {
    assert.equal(error.name, 'StoreUnavailable');
    assert.equal(error.message, 'a record needs a site secret that is not configured here');
    assert.ok(error.cause instanceof Error, 'it says what failed');
    return true;
  });
});

test('an owner finds the secrets of the last thirty days, newest first, and nobody else does', async (t) => {
  const own = createServiceStage(t);
  const older = await own.conceal({ owner: OWNER, ttlSeconds: 60 * 86_400 });
  own.clock.advance(1000);
  const newer = await own.conceal({ owner: OWNER, ttlSeconds: 60 * 86_400 });
  await own.conceal();
  const another = { ...OWNER, createdAtMs: 2 };
  const recent = await own.service.owner.recent(OWNER);
  assert.deepEqual(
    recent.map(({ metadataKey, facts, row }) => ({ metadataKey, facts, life: row.life })),
    [newer, older].map(({ metadataKey, facts }) => ({ metadataKey, facts, life: 'live' })),
  );
  assert.equal(await own.service.owner.countRecent(OWNER), 2);
  assert.deepEqual(await own.service.owner.recent(another), []);
  assert.equal(await own.service.owner.countRecent(another), 0);
  own.clock.advance(RECENT_MS - 1000);
  assert.equal((await own.service.owner.recent(OWNER)).length, 2);
  own.clock.advance(1);
  assert.equal((await own.service.owner.recent(OWNER)).length, 1);
  assert.equal(await own.service.owner.countRecent(OWNER), 1);
});

test('a list leaves out what needs a site secret that is known no more; it and its count ask for a thousand at most', async () => {
  const limits: number[] = [];
  const { deps } = stage;
  await stage.conceal({ owner: OWNER });
  const side = createOwnerSide({
    ...deps,
    owners: { ...deps.owners, openCopy: () => null },
    store: {
      ...deps.store,
      ownedBy: (tag, range, nowMs) => {
        limits.push(range.limit);
        return deps.store.ownedBy(tag, range, nowMs);
      },
      countOwnedBy: (tag, range, nowMs) => {
        limits.push(range.limit);
        return deps.store.countOwnedBy(tag, range, nowMs);
      },
    },
  });
  assert.deepEqual(await side.recent(OWNER), []);
  await side.countRecent(OWNER);
  assert.deepEqual(limits, [1000, 1000]);
});

test('an owner is known by the row, and nobody owns a visitor’s secret', async () => {
  const { row } = await stage.conceal({ owner: OWNER });
  const visitors = (await stage.conceal()).row;
  assert.equal(ownerSide.isOwner(OWNER, row), true);
  assert.equal(ownerSide.isOwner({ ...OWNER, createdAtMs: 2 }, row), false);
  assert.equal(ownerSide.isOwner(null, row), false);
  assert.equal(ownerSide.isOwner(OWNER, visitors), false);
  assert.equal(ownerSide.isOwner(null, visitors), false);
});
