// What a create and a reveal cannot do without, and nothing else: a bare Express 5 that seals with our crypto and asks our
// store, without checks, limits, headers, log and the answers of the API. It takes what programs send over API v2.
// STORE is an address of Redis or the path of an SQLite file.
import { randomBytes } from 'node:crypto';
import express from 'express';
import { createKeyMaker, type SecretKey } from '#src/crypto/ids.ts';
import { createRandomPool } from '#src/crypto/random-pool.ts';
import { createSeal } from '#src/crypto/seal.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import type { Store } from '#src/store/store.ts';
import { sealRows } from './sample-rows.ts';

const policy = { tries: 10, firstDelayMs: 1000, maxDelayMs: 60_000, maxLockMs: 3_600_000 };
const pool = createRandomPool(randomBytes);
const seal = createSeal({ siteSecret: randomBytes(32), randomBytes: pool });
const keys = createKeyMaker(pool);
const { secrets } = await openStore(process.env.STORE ?? '');

const app = express();

app.post('/api/v2/secret/conceal', express.json(), async (request, response) => {
  const [secretKey, metadataKey] = [keys.secretKey(), keys.metadataKey()];
  const { secret, metadata } = sealRows(seal, { secretKey, metadataKey }, request.body.secret, Date.now());
  await secrets.put(secret, metadata);
  response.json({ metadata: { key: metadataKey }, secret: { key: secretKey } });
});

app.post('/api/v2/secret/:key', express.json(), async (request, response) => {
  const key = request.params.key as SecretKey;
  const id = seal.secretId(key);
  const contentKeys = seal.contentKeys(key, null);
  const attempt = { proofHash: contentKeys.proofHash, claimantHash: null };
  const claimed = await secrets.claimAtOnce(id, attempt, seal.siteKeyId, Date.now());
  if (claimed === null) return void response.status(404).end();
  const content = seal.openContent(contentKeys, id, claimed.content);
  response.json({ secret: { key, content }, facts: seal.openFacts(key, id, claimed.row.facts) });
});

app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  console.log('reference is ready');
});

async function openStore(where: string): Promise<Store> {
  if (where.startsWith('redis:')) {
    return openRedisStore({ url: where, policy, onError: console.error, onWarning: console.error });
  }
  return openSqliteStore({
    path: where,
    policy,
    now: () => Date.now(),
    hasDiskThreads: true,
    blocksRead: () => process.resourceUsage().fsRead,
    onSweepError: console.error,
  });
}
