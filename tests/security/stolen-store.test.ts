import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { SecretKey } from '#src/crypto/ids.ts';
import { createPassphraseStretcher } from '#src/crypto/passphrase.ts';
import { createQueue } from '#src/crypto/queue.ts';
import { createSeal } from '#src/crypto/seal.ts';
import { createClient, type Shared } from '../durability/client.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { type Field, openWith, takeRedis, takeSqlite } from './loot.ts';

const passphrase = 'open sesame';
const stretcher = createPassphraseStretcher({ queue: createQueue({ concurrent: 2, waiting: 100 }) });

/** All that a thief takes, and what he does not have: the links. */
interface Theft {
  readonly loot: readonly Field[];
  readonly siteSecret: Buffer;
  readonly open: Shared;
  readonly guarded: Shared;
}

test('SQLite: the whole store and the site secret open nothing without the link, passphrase or not', async (t) => {
  await expectNothingOpens(await stealSqlite(t));
});

test('Redis: the whole store and the site secret open nothing without the link, passphrase or not', async (t) => {
  await expectNothingOpens(await stealRedis(t));
});

test('SQLite: with the link it opens, where there is a passphrase only with that one', async (t) => {
  await expectLinkOpens(await stealSqlite(t), {
    ...{ content: 'secret.content', facts: 'secret.facts', metadata: 'metadata.sealed', copy: 'secret.sender_copy' },
  });
});

test('Redis: with the link it opens, where there is a passphrase only with that one', async (t) => {
  await expectLinkOpens(await stealRedis(t), {
    ...{ content: 'content', facts: 'state.facts', metadata: 'metadata', copy: 'sender' },
  });
});

async function stealSqlite(t: TestContext): Promise<Theft> {
  const siteSecret = randomBytes(32);
  const server = await startServer({ env: { HUSHLINK_SITE_SECRET: siteSecret.toString('base64') } });
  t.after(() => server.stop());
  const shared = await shareBoth(server.port);
  return { ...shared, siteSecret, loot: takeSqlite(join(server.folder, 'data/hushlink.db')) };
}

async function stealRedis(t: TestContext): Promise<Theft> {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const siteSecret = randomBytes(32);
  const env = { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: siteSecret.toString('base64') };
  const server = await startServer({ env });
  t.after(() => server.stop());
  const shared = await shareBoth(server.port);
  return { ...shared, siteSecret, loot: await takeRedis(redis.url) };
}

async function shareBoth(port: number): Promise<{ open: Shared; guarded: Shared }> {
  const client = createClient(port, 1);
  try {
    const open = await client.share('without a passphrase');
    return { open, guarded: await client.share('with a passphrase', { passphrase }) };
  } finally {
    client.close();
  }
}

/** Everything in the store and in the configuration, taken for a key. */
function materialsOf({ loot, siteSecret }: Theft): Buffer[] {
  const { siteKeyId, siteKeyCheck, siteKey } = sealOf(siteSecret);
  const ofSite = [
    siteSecret,
    siteSecret.toString('base64'),
    siteSecret.toString('hex'),
    siteKeyId,
    siteKeyCheck,
    'site',
  ];
  const guesses = ['', passphrase, '0'.repeat(31), siteKey('shrimp'), siteKey('metadata'), siteKey('content')];
  return [...[...ofSite, ...guesses].map((part) => Buffer.from(part as string)), ...loot.map(({ bytes }) => bytes)];
}

async function expectNothingOpens(theft: Theft): Promise<void> {
  const { loot, siteSecret, open, guarded } = theft;
  assert.ok(loot.length > 20);
  for (const key of [open, guarded].flatMap(({ secretKey, metadataKey }) => [secretKey, metadataKey])) {
    assert.ok(!loot.some(({ bytes }) => bytes.includes(key)), 'a key stands in the store');
  }
  assert.deepEqual(openWith(loot, materialsOf(theft), siteSecret), []);
  // The passphrase alone, guessed right, is stretched with a salt that only the link gives.
  const names = loot
    .filter(({ name }) => name.endsWith('id') || name.endsWith('key'))
    .map(({ bytes }) => String(bytes));
  const stretched = await Promise.all(names.slice(0, 10).map((name) => inputOf(theft, name, passphrase)));
  assert.deepEqual(openWith(loot, stretched, siteSecret), []);
}

async function expectLinkOpens(theft: Theft, names: Record<'content' | 'facts' | 'metadata' | 'copy', string>) {
  const opened = (...materials: (string | Buffer)[]) =>
    openWith(
      theft.loot,
      materials.map((part) => Buffer.from(part as string)),
      theft.siteSecret,
    ).sort();
  const { open, guarded } = theft;
  assert.deepEqual(opened(open.secretKey), [names.content, names.facts].sort());
  assert.deepEqual(opened(open.metadataKey), [names.metadata, names.copy].sort());
  assert.deepEqual(opened(guarded.secretKey), [names.facts]);
  // No sender's copy where there is a passphrase.
  assert.deepEqual(opened(guarded.metadataKey), [names.metadata]);
  assert.deepEqual(opened(await inputOf(theft, guarded.secretKey, 'open poppy')), [names.facts]);
  assert.deepEqual(opened(await inputOf(theft, guarded.secretKey, passphrase)), [names.content, names.facts].sort());
}

/** Key and stretched passphrase, as the content key is derived from them. */
async function inputOf({ siteSecret }: Theft, key: string, word: string): Promise<Buffer> {
  const salt = sealOf(siteSecret).passphraseSalt(key as SecretKey);
  const stretched = await stretcher.stretch(word, salt, stretcher.currentVersion);
  assert.ok(stretched.ok);
  return Buffer.concat([Buffer.from(key), stretched.value]);
}

function sealOf(siteSecret: Buffer) {
  return createSeal({ siteSecret, randomBytes });
}
