import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Changes, createServiceStage, LETTERHEAD, OWNER } from './service-stage.ts';

const stage = createServiceStage({ after });
const HOUR_MS = 3_600_000;

async function refusalOf(changes: Changes) {
  const outcome = await stage.tryToConceal(changes);
  return outcome.ok ? null : outcome.failure;
}

test('nothing, half a character and a text over the limit are refused, each for its own reason', async () => {
  assert.deepEqual(await refusalOf({ content: '' }), { kind: 'nothing-to-share' });
  assert.deepEqual(await refusalOf({ content: 'a\ud83d' }), { kind: 'not-text', field: 'secret' });
  assert.deepEqual(await refusalOf({ passphrase: 'a\ud83d' }), { kind: 'not-text', field: 'passphrase' });
  assert.equal(await refusalOf({ content: 'abc', maxContentChars: 3 }), null);
  assert.deepEqual(await refusalOf({ content: 'abcd', maxContentChars: 3 }), { kind: 'too-long', maxChars: 3 });
});

test('who asks for it gets a long text cut off, and both sides are told', async () => {
  const { secretKey, facts } = await stage.conceal({ content: 'abcd', maxContentChars: 3, truncates: true });
  assert.deepEqual([facts.isTruncated, facts.originalChars], [true, 4]);
  const revealed = await stage.reveal(secretKey);
  assert.ok(revealed.ok);
  assert.equal(revealed.value.content, 'abc');
  assert.deepEqual([revealed.value.facts.isTruncated, revealed.value.facts.originalChars], [true, 4]);
  const whole = await stage.conceal({ content: 'abc', maxContentChars: 3, truncates: true });
  assert.deepEqual([whole.facts.isTruncated, whole.facts.originalChars], [false, 3]);
});

test('a generated password is what was asked for, is shown to who asked, and is never cut off', async () => {
  const { generated, secretKey, facts } = await stage.conceal({ kind: 'generate' });
  assert.match(String(generated), /^[2-9]{12}$/);
  assert.equal(facts.kind, 'generate');
  const revealed = await stage.reveal(secretKey);
  assert.equal(revealed.ok && revealed.value.content, generated);
  assert.equal((await stage.conceal()).generated, null);
  const tooLong = { kind: 'generate', maxContentChars: 11 } as const;
  assert.deepEqual(await refusalOf(tooLong), { kind: 'too-long', maxChars: 11 });
});

test('what is answered of a new secret is what stands in the store', async () => {
  const { secretKey, metadataKey, row, facts } = await stage.conceal({ ttlSeconds: 60, passphrase: 'word' });
  const nowMs = stage.clock.now();
  const { version, siteKeyId } = stage.deps.seal;
  const expected = {
    ...{ version, siteKeyId, kdfVersion: 1, life: 'live', hasPassphrase: true, ownerTag: null, isCounted: true },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + 60_000, recordExpiresAtMs: nowMs + 60_000 + HOUR_MS },
    ...{ openedAtMs: null, viewedAtMs: null, endedAtMs: null, burnedBy: null },
    ...{ failures: 0, notBeforeMs: 0, lockedUntilMs: 0, claimantHash: null, isHeld: false, facts: row.facts },
  };
  const kept = await stage.service.recipient.status(secretKey);
  assert.deepEqual({ ...kept, facts: Buffer.from(kept?.facts ?? []) }, expected);
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, row[name as never]])), expected);
  const { facts: told, row: told2 } = (await stage.service.sender.find(metadataKey)) ?? assert.fail();
  assert.deepEqual(told, facts);
  assert.equal(told2.life, 'live');
  assert.deepEqual(facts, {
    ...{ kind: 'share', secretKey, ttlSeconds: 60, shareDomain: 'hush.example', hasPassphrase: true },
    ...{ isTruncated: false, originalChars: 7, isVerification: false, owner: null, recipients: [] },
  });
});

test('a secret without a passphrase is stretched by no version', async () => {
  const { row } = await stage.conceal();
  assert.deepEqual([row.kdfVersion, row.hasPassphrase], [0, false]);
});

test('with a passphrase that finds no place to be stretched nothing is kept', async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => stage.tryToConceal({ passphrase: 'word' })));
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.ok ? 'made' : outcome.failure.kind)),
    ['made', 'made', 'busy'],
  );
});

test('a secret is named after the custom domain that it was shared for, and after no other', async () => {
  const { secretKey } = await stage.conceal({ shareDomain: 'links.example' });
  const other = await stage.conceal();
  const burned = stage.deps.store.burnUnread({ kind: 'domain', domainTag: 'domain-tag' }, stage.clock.now());
  const counts = await Array.fromAsync(burned);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    1,
  );
  assert.equal((await stage.service.recipient.status(secretKey))?.life, 'burned');
  assert.equal((await stage.service.recipient.status(other.secretKey))?.life, 'live');
});

test('each recipient gets one mail with the link, in the sender’s name, good for as long as the secret', async (t) => {
  const own = createServiceStage(t);
  const { secretKey, metadataKey, facts } = await own.conceal({
    ...{ owner: OWNER, recipients: ['b@example.org', 'c@example.org'], ttlSeconds: 60, passphrase: 'word' },
  });
  const expiresAtMs = own.clock.now() + 60_000;
  const letter = {
    ...{ kind: 'recipient-link', link: `${LETTERHEAD.origin}/secret/${secretKey}`, sender: OWNER.custid },
    ...{ isSenderProven: true, hasPassphrase: true, expiresAtMs },
  };
  const ticket = own.deps.seal.metadataId(metadataKey);
  const { host, locale } = LETTERHEAD;
  assert.deepEqual(
    own.sent,
    ['b@example.org', 'c@example.org'].map((to) => ({ to, locale, host, letter, expiresAtMs, ticket })),
  );
  assert.deepEqual(facts.recipients, ['*@example.org', '*@example.org']);
  assert.deepEqual(own.noted, [`created ${OWNER.custid} 2`]);
});

test('a mail promises no more time than its secret has, however long the store takes', async (t) => {
  const own = createServiceStage(t);
  const slowly = async () => {
    own.clock.advance(10_000);
    return LETTERHEAD;
  };
  const concealed = await own.tryToConceal({ owner: OWNER, recipients: ['b@example.org'], ttlSeconds: 60 }, slowly);
  assert.ok(concealed.ok);
  const { expiresAtMs } = concealed.value.row;
  const [mail] = own.sent;
  assert.deepEqual([mail?.expiresAtMs, mail?.letter], [expiresAtMs, { ...mail?.letter, expiresAtMs }]);
});

test('a mail says so when nobody has read mail at the sender’s address', async (t) => {
  const own = createServiceStage(t);
  await own.conceal({ owner: { ...OWNER, isMailProven: false }, recipients: ['b@example.org'] });
  assert.equal(own.sent[0]?.letter.kind === 'recipient-link' && own.sent[0].letter.isSenderProven, false);
});

test('without places for all its mails a secret is not made, and nothing is sent', async (t) => {
  const own = createServiceStage(t, { mailPlaces: 1 });
  const outcome = await own.tryToConceal({ owner: OWNER, recipients: ['b@example.org', 'c@example.org'] });
  assert.deepEqual(outcome, { ok: false, failure: { kind: 'too-many-mails', retryAfterSeconds: 60 } });
  assert.deepEqual([own.sent, own.noted], [[], []]);
  assert.equal((await own.tryToConceal({ owner: OWNER })).ok, true);
});

test('nobody without an account sends mail', async () => {
  assert.deepEqual(await refusalOf({ recipients: ['b@example.org'] }), { kind: 'recipient-needs-account' });
});

test('the letterhead is not asked for where nothing is mailed', async (t) => {
  const own = createServiceStage(t);
  const outcome = await own.tryToConceal({ owner: OWNER }, () => assert.fail('asked'));
  assert.equal(outcome.ok, true);
  assert.deepEqual(own.noted, [`created ${OWNER.custid} 0`]);
});

test('a visitor’s secret is counted for nobody', async (t) => {
  const own = createServiceStage(t);
  const { secretKey } = await own.conceal();
  await own.reveal(secretKey);
  assert.deepEqual(own.noted, []);
});
