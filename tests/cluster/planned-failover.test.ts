import { test } from 'node:test';
import { slotOf } from '#src/store/redis/slot.ts';
import { startClusterSite } from '../support/redis-cluster.ts';
import { startSentinelSite } from '../support/redis-sentinel.ts';
import { askAgain, assertNothingHappened, readRest } from './load.ts';
import { openStage } from './stage.ts';

test('a planned failover through Sentinel under load: nobody notices [GEN-01 REV-06]', async (t) => {
  const redis = await startSentinelSite();
  t.after(() => redis.stop());
  const { client, startLoad } = await openStage(t, { store: redis.url, waitReplicas: 1 });
  const load = startLoad();
  await load.untilMore(50);
  for (let times = 0; times < 2; times += 1) {
    await redis.failOver();
    await load.untilMore(50);
    await redis.untilWhole();
  }
  const ledger = await load.stop();
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  t.diagnostic(`${ledger.lives.length} secrets`);
  assertNothingHappened(ledger, 150);
});

for (const waitReplicas of [0, 1]) {
  const waiting = waitReplicas === 0 ? 'without waiting for replicas' : 'waiting for one replica';
  test(`planned failovers of a Cluster under load, ${waiting}: nobody notices [GEN-01 REV-06]`, async (t) => {
    const redis = await startClusterSite({ replicas: 1 });
    t.after(() => redis.stop());
    const { client, startLoad } = await openStage(t, { store: redis.url, waitReplicas });
    const load = startLoad();
    await load.untilMore(50);
    for (const master of await redis.masterPorts()) {
      await redis.failOver(master);
      await load.untilMore(30);
      await redis.untilWhole();
    }
    const ledger = await load.stop();
    await readRest(client, ledger);
    await askAgain(client, ledger.lives, ledger);
    t.diagnostic(`${ledger.lives.length} secrets`);
    assertNothingHappened(ledger, 140);
  });
}

test('slots of a Cluster moved to another master under load: nobody notices [GEN-01 REV-06]', async (t) => {
  const redis = await startClusterSite({ replicas: 1 });
  t.after(() => redis.stop());
  const { client, startLoad } = await openStage(t, { store: redis.url, waitReplicas: 1 });
  const load = startLoad();
  await load.untilMore(50);
  // What every secret is counted under is sure to be asked for while it moves.
  const slots = [slotOf('{tally}'), ...Array.from({ length: 20 }, (_, at) => at * 800)];
  for (const slot of slots) await redis.moveSlot(slot);
  await load.untilMore(50);
  const ledger = await load.stop();
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  t.diagnostic(`${ledger.lives.length} secrets, ${slots.length} slots`);
  assertNothingHappened(ledger, 100);
});
