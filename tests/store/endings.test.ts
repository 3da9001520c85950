import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RedisConnection } from '#src/store/redis/connection.ts';
import { createEndings, type Ending } from '#src/store/redis/endings.ts';
import { StoreUnavailable } from '#src/store-unavailable.ts';
import { RIGHT, START_MS } from './sealed-sample.ts';

const CLAIM: Ending = {
  ...{ keys: ['{x}:state'], proof: [RIGHT], nowMs: START_MS },
  ...{ life: 'received', burnedBy: '', claimant: ['', '0'] },
};

/** A claim whose connection has broken: nobody got the content, and whether it was taken is not known. */
async function breakClaim(giveBack: (tries: number) => number) {
  const asked = { tries: 0 };
  const run = async () => {
    asked.tries += 1;
    return giveBack(asked.tries);
  };
  const runReplicated = () => Promise.reject(new StoreUnavailable('broken', { isUnchanged: false }));
  const redis = { waitReplicas: 1, runReplicated, run } as unknown as RedisConnection;
  const { end, finish } = createEndings({ redis, ungated: redis, newToken: () => 'token' });
  await assert.rejects(end(CLAIM), StoreUnavailable);
  return { asked, finish };
}

const away = (): never => {
  throw new StoreUnavailable('away');
};

test('redis: who closes a store waits until a secret that nobody got has been given back', async () => {
  const { asked, finish } = await breakClaim((tries) => (tries < 3 ? away() : 1));
  await finish();
  assert.equal(asked.tries, 3);
});

test('redis: where no master comes back nobody waits for that as long as the secret may', async () => {
  const { asked, finish } = await breakClaim(away);
  await finish();
  assert.ok(asked.tries > 1);
});
