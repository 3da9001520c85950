import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { createMac } from '#src/crypto/mac.ts';
import { NAME_PURPOSES } from '#src/crypto/name-keys.ts';
import { createSeal } from '#src/crypto/seal.ts';

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8'));
const [oldSecret, newSecret] = [vectors.siteSecret, vectors.rotation.nextSiteSecret].map((hex) =>
  Buffer.from(hex, 'hex'),
) as [Buffer, Buffer];
const secretKey = vectors.secretKey as SecretKey;
const metadataKey = vectors.metadataKey as MetadataKey;
const nonce = () => Buffer.from(vectors.nonce, 'hex');

const before = createKeyRing({ siteSecret: oldSecret, randomBytes: nonce });
const changed = createKeyRing({ siteSecret: newSecret, previousSecrets: [oldSecret], randomBytes: nonce });

test('after a change of the site secret new rows name the new one, and old ones open with the one they name', () => {
  assert.equal(changed.siteKeyId, vectors.rotation.nextSiteKeyIdBase64url);
  assert.notEqual(changed.siteKeyId, vectors.siteKeyIdBase64url);
  const old = changed.under(vectors.siteKeyIdBase64url);
  const [known] = vectors.contents;
  const id = changed.secretId(secretKey);
  assert.equal(id, vectors.secretIdBase64url);
  const keys = old?.contentKeys(secretKey, null);
  assert.equal(keys?.proofHash.toString('hex'), known.proofHash);
  assert.equal(old?.openContent(keys!, id, Buffer.from(known.sealedContent, 'hex')), vectors.content);
  assert.deepEqual(old?.openFacts(secretKey, id, Buffer.from(vectors.sealedFacts, 'hex')), { a: 1 });
  assert.notEqual(changed.contentKeys(secretKey, null).proofHash.toString('hex'), known.proofHash);
  assert.equal(before.under(changed.siteKeyId), null);
});

test('what names no key is opened by the secret that has sealed it, and by no other', () => {
  const metadata = Buffer.from(vectors.sealedMetadata, 'hex');
  assert.deepEqual(changed.openMetadata(metadataKey, changed.metadataId(metadataKey), metadata), { b: 2 });
  const { purpose, id, value, sealed } = vectors.siteSealed;
  assert.deepEqual(changed.siteSealer(purpose).open(id, Buffer.from(sealed, 'hex')), value);
  const anew = changed.siteSealer(purpose).seal(id, value);
  assert.notEqual(anew.toString('hex'), sealed);
  assert.deepEqual(createSeal({ siteSecret: newSecret, randomBytes }).siteSealer(purpose).open(id, anew), value);
  assert.throws(() => before.siteSealer(purpose).open(id, anew));
  assert.throws(() => before.openMetadata(metadataKey, before.metadataId(metadataKey), anew));
});

test('after two changes what each of the three secrets has sealed still opens', () => {
  const third = Buffer.alloc(32, 3);
  const ring = createKeyRing({ siteSecret: third, previousSecrets: [newSecret, oldSecret], randomBytes });
  assert.equal(ring.known.length, 3);
  const { purpose, id, value } = vectors.siteSealed;
  for (const siteSecret of [third, newSecret, oldSecret]) {
    const sealed = createSeal({ siteSecret, randomBytes }).siteSealer(purpose).seal(id, value);
    assert.deepEqual(ring.siteSealer(purpose).open(id, sealed), value);
  }
  const foreign = createSeal({ siteSecret: Buffer.alloc(32, 4), randomBytes })
    .siteSealer(purpose)
    .seal(id, value);
  assert.throws(() => ring.siteSealer(purpose).open(id, foreign));
});

test('a ring without previous secrets knows the one', () => {
  assert.deepEqual(
    before.known.map(({ siteKeyId }) => siteKeyId),
    [vectors.siteKeyIdBase64url],
  );
  assert.equal(before.signingKeys('session').length, 1);
});

test('signatures of before are accepted, and new ones are not made with the old secret', () => {
  const [old, now] = [createMac(...before.signingKeys('shrimp')), createMac(...changed.signingKeys('shrimp'))];
  assert.ok(now.isRight('text', old.of('text')));
  assert.ok(now.isRight('text', now.of('text')));
  assert.ok(!old.isRight('text', now.of('text')));
  assert.ok(!now.isRight('another', old.of('text')));
});

test('names are those of the first secret for good, and are kept sealed as published', () => {
  const names = changed.namesUnder(changed.known[1]!);
  for (const purpose of NAME_PURPOSES) {
    assert.equal(names[purpose].toString('hex'), vectors.rotation.nameKeys[purpose], purpose);
    assert.equal(before.nameKey(purpose).toString('hex'), vectors.rotation.nameKeys[purpose], purpose);
    assert.notDeepEqual(changed.nameKey(purpose), names[purpose]);
    assert.deepEqual(changed.withNames(names).nameKey(purpose), names[purpose]);
  }
  const sealed = changed.sealNames(names);
  assert.equal(sealed, vectors.rotation.sealedNamesBase64url);
  assert.deepEqual(changed.openNames(sealed), { keys: names, isSettled: true });
  assert.equal(before.openNames(sealed), null);
});

test('names that only a previous secret opens, or that lack a purpose of a later release, have to be written anew', () => {
  const names = before.namesUnder(before.known[0]);
  const opened = changed.openNames(before.sealNames(names));
  assert.deepEqual(opened, { keys: names, isSettled: false });
  const { owner: _, ...fewer } = Object.fromEntries(
    NAME_PURPOSES.map((one) => [one, names[one].toString('base64url')]),
  );
  const sealed = createSeal({ siteSecret: newSecret, randomBytes }).siteSealer('names').seal('names', fewer);
  const completed = changed.openNames(sealed.toString('base64url'));
  assert.equal(completed?.isSettled, false);
  assert.deepEqual(completed?.keys, { ...names, owner: changed.nameKey('owner') });
});
