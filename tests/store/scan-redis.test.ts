import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import type { Store } from '#src/store/store.ts';
import type { RecordKind } from '#src/store/transfer.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { untilSo } from '../support/until-so.ts';
import { sampleCustomer } from './account-sample.ts';
import { POLICY, START_MS, sample } from './sealed-sample.ts';

const server = await startRedisServer();
const store = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
after(async () => {
  await store.close();
  await server.stop();
});

const COUNT = 1_200;
const lost = { name: 'StoreUnavailable', message: /a connection to Redis was lost/ };

// Another process than the one that gave the place where to go on would leave out whatever it likes.
test('redis: what is listed is listed to its end by one process, or the listing fails', async () => {
  await Promise.all(Array.from({ length: COUNT }, () => store.accounts.create(sampleCustomer())));
  const samples = Array.from({ length: COUNT }, () => sample());
  await Promise.all(samples.map(({ secret, metadata }) => store.secrets.put(secret, metadata)));
  for (const kind of ['customer', 'secret'] as const) await assert.rejects(readAcrossALoss(kind), lost, kind);
  const burning = store.secrets.burnUnread({ kind: 'all' }, START_MS)[Symbol.asyncIterator]();
  assert.equal((await burning.next()).done, false);
  await loseConnection(store);
  await assert.rejects(async () => {
    while (!(await burning.next()).done);
  }, lost);
});

async function readAcrossALoss(kind: RecordKind): Promise<void> {
  const records = store.transfer.dump([kind], START_MS)[Symbol.asyncIterator]();
  assert.equal((await records.next()).done, false);
  await loseConnection(store);
  while (!(await records.next()).done);
}

/** And makes it again. */
async function loseConnection({ site }: Store): Promise<void> {
  await askRedis(server.port, 'CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await untilSo('it is back', () => site.ping().then(() => true));
}
