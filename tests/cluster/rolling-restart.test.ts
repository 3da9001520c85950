import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRedisServer } from '../support/redis-server.ts';
import { askAgain, assertNothingHappened, readRest } from './load.ts';
import { openStage } from './stage.ts';

const rounds = 2;

test('three processes behind a proxy, restarted one after the other under load: nobody notices [GEN-01 REV-06]', async (t) => {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const { servers, proxy, client, startLoad } = await openStage(t, { store: redis.url });
  const load = startLoad();
  await load.untilMore(50);
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const { pid } = server;
      await server.kill('SIGTERM');
      await load.untilMore(20);
      await server.start();
      assert.notEqual(server.pid, pid);
      await load.untilMore(20);
    }
  }
  const ledger = await load.stop();
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  t.diagnostic(`${ledger.lives.length} secrets, ${proxy.retries} connections that a server no longer took`);
  assertNothingHappened(ledger, 50 + 40 * rounds * servers.length);
});
