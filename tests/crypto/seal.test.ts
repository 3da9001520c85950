import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MetadataKey, SecretKey } from '#src/crypto/ids.ts';
import { createKeyMaker } from '#src/crypto/ids.ts';
import { createPassphraseStretcher } from '#src/crypto/passphrase.ts';
import { createQueue } from '#src/crypto/queue.ts';
import { createSeal } from '#src/crypto/seal.ts';

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8'));
const secretKey = vectors.secretKey as SecretKey;
const metadataKey = vectors.metadataKey as MetadataKey;
const siteSecret = Buffer.from(vectors.siteSecret, 'hex');
const published = createSeal({ siteSecret, randomBytes: () => Buffer.from(vectors.nonce, 'hex') });
const fresh = createSeal({ siteSecret, randomBytes });
const keys = createKeyMaker(randomBytes);

test('names of rows, key id and check value are as published', () => {
  assert.equal(published.secretId(secretKey), vectors.secretIdBase64url);
  assert.equal(published.metadataId(metadataKey), vectors.metadataIdBase64url);
  assert.equal(published.siteKeyId, vectors.siteKeyIdBase64url);
  assert.equal(published.siteKeyCheck, vectors.siteKeyCheckBase64url);
});

for (const known of vectors.contents) {
  const what = known.passphrase === null ? 'without a passphrase' : 'with a passphrase';
  test(`content ${what} is keyed, proven and sealed as published`, async () => {
    const salt = published.passphraseSalt(secretKey);
    assert.equal(salt.toString('hex'), known.salt);
    const stretcher = createPassphraseStretcher({ queue: createQueue({ concurrent: 1, waiting: 1 }) });
    const stretched = known.passphrase && (await stretcher.stretch(known.passphrase, salt, vectors.kdfVersion));
    assert.equal(stretched ? stretched.value.toString('hex') : null, known.stretched);
    const contentKeys = published.contentKeys(secretKey, stretched?.value ?? null);
    assert.equal(contentKeys.contentKey.toString('hex'), known.contentKey);
    assert.equal(contentKeys.proofHash.toString('hex'), known.proofHash);
    const id = published.secretId(secretKey);
    const sealed = published.sealContent(contentKeys, id, vectors.content);
    assert.equal(sealed.toString('hex'), known.sealedContent);
    assert.equal(published.openContent(contentKeys, id, sealed), vectors.content);
  });
}

test('facts, metadata and the sender’s copy are sealed as published', () => {
  const id = published.secretId(secretKey);
  assert.equal(published.sealFacts(secretKey, id, { a: 1 }).toString('hex'), vectors.sealedFacts);
  const metadataId = published.metadataId(metadataKey);
  assert.equal(published.sealMetadata(metadataKey, metadataId, { b: 2 }).toString('hex'), vectors.sealedMetadata);
  assert.equal(published.sealSenderCopy(metadataKey, id, vectors.content).toString('hex'), vectors.sealedSenderCopy);
});

test('facts, metadata and the sender’s copy open with the key that has sealed them, and with no other', () => {
  const id = published.secretId(secretKey);
  const metadataId = published.metadataId(metadataKey);
  const [facts, metadata, copy] = [vectors.sealedFacts, vectors.sealedMetadata, vectors.sealedSenderCopy].map((hex) =>
    Buffer.from(hex, 'hex'),
  ) as [Buffer, Buffer, Buffer];
  assert.deepEqual(published.openFacts(secretKey, id, facts), { a: 1 });
  assert.deepEqual(published.openMetadata(metadataKey, metadataId, metadata), { b: 2 });
  assert.equal(published.openSenderCopy(metadataKey, id, copy), vectors.content);
  assert.throws(() => published.openFacts(keys.secretKey(), id, facts));
  assert.throws(() => published.openMetadata(keys.metadataKey(), metadataId, metadata));
  assert.throws(() => published.openSenderCopy(keys.metadataKey(), id, copy));
  assert.throws(() => published.openSenderCopy(metadataKey, published.secretId(keys.secretKey()), copy));
});

test('what belongs to the site is keyed and sealed as published', () => {
  const { purpose, key, id, value, sealed } = vectors.siteSealed;
  assert.equal(published.siteKey(purpose).toString('hex'), key);
  assert.equal(published.siteSealer(purpose).seal(id, value).toString('hex'), sealed);
  assert.deepEqual(published.siteSealer(purpose).open(id, Buffer.from(sealed, 'hex')), value);
});

test('a site seal opens for no other purpose, no other row and no other site secret', () => {
  const [mails, labels] = [fresh.siteSealer('outbox'), fresh.siteSealer('outbox-label')];
  const elsewhere = createSeal({ siteSecret: randomBytes(32), randomBytes }).siteSealer('outbox');
  const sealed = mails.seal('row', { to: 'somebody' });
  assert.deepEqual(mails.open('row', sealed), { to: 'somebody' });
  assert.equal((sealed.length - 28) % 256, 0);
  assert.throws(() => mails.open('another', sealed));
  assert.throws(() => labels.open('row', sealed));
  assert.throws(() => elsewhere.open('row', sealed));
});

test('any well-formed text comes back byte for byte, and its size shows in steps of 256 bytes only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (content) => {
      const key = keys.secretKey();
      const id = fresh.secretId(key);
      const contentKeys = fresh.contentKeys(key, null);
      const sealed = fresh.sealContent(contentKeys, id, content);
      assert.equal(fresh.openContent(contentKeys, id, sealed), content);
      assert.equal((sealed.length - 28) % 256, 0);
    }),
    { numRuns: 300 },
  );
});

test('a text of whatever length comes back whole', () => {
  const key = keys.secretKey();
  const id = fresh.secretId(key);
  const contentKeys = fresh.contentKeys(key, null);
  for (const length of [0, 252, 253, 4091, 4092, 4093, 5000, 100_000]) {
    const text = 'x'.repeat(length);
    assert.equal(fresh.openContent(contentKeys, id, fresh.sealContent(contentKeys, id, text)), text);
  }
});

test('a text is padded with zeros, and with nothing of the texts that were sealed before it', () => {
  const key = keys.secretKey();
  const id = fresh.secretId(key);
  const contentKeys = fresh.contentKeys(key, null);
  for (const before of ['x'.repeat(200), 'x'.repeat(4000), 'x'.repeat(10_000)]) {
    fresh.sealContent(contentKeys, id, before);
    const sealed = fresh.sealContent(contentKeys, id, 'short');
    const decipher = createDecipheriv('aes-256-gcm', contentKeys.contentKey, sealed.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${id}.1`)).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    assert.equal(padded.toString('latin1'), `\0\0\0\x05short${'\0'.repeat(247)}`);
  }
});

test('a seal opens with no other key, no other row, no other site secret, and not after one flipped bit', () => {
  const key = keys.secretKey();
  const id = fresh.secretId(key);
  const contentKeys = fresh.contentKeys(key, null);
  const sealed = fresh.sealContent(contentKeys, id, 'content');
  const otherKey = keys.secretKey();
  const otherSite = createSeal({ siteSecret: randomBytes(32), randomBytes });
  assert.throws(() => fresh.openContent(fresh.contentKeys(otherKey, null), id, sealed));
  assert.throws(() => fresh.openContent(contentKeys, fresh.secretId(otherKey), sealed));
  assert.throws(() => otherSite.openContent(otherSite.contentKeys(key, null), id, sealed));
  assert.throws(() => fresh.openContent(fresh.contentKeys(key, randomBytes(32)), id, sealed));
  for (const position of [0, 12, sealed.length - 1]) {
    const flipped = Buffer.from(sealed);
    flipped[position] = flipped[position]! ^ 1;
    assert.throws(() => fresh.openContent(contentKeys, id, flipped), `byte ${position}`);
  }
});

test('a shortened authentication tag is refused', () => {
  const key = keys.secretKey();
  const id = fresh.secretId(key);
  const contentKeys = fresh.contentKeys(key, null);
  const sealed = fresh.sealContent(contentKeys, id, 'content');
  assert.throws(() => fresh.openContent(contentKeys, id, sealed.subarray(0, sealed.length - 4)));
});
