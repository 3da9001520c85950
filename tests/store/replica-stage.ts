import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import type { SecretId } from '#src/crypto/ids.ts';
import { connectRedis } from '#src/store/redis/connection.ts';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis, infoOf } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import type { Cleanup } from '../support/temp.ts';
import { untilSo } from '../support/until-so.ts';
import { POLICY, putSample } from './sealed-sample.ts';

export const UNCERTAIN = { name: 'StoreUnavailable', isUnchanged: false };

/** A master, a replica that follows it before each test, and a store that waits for it. */
export async function openReplicaStage() {
  const master = await startRedisServer({ settings: () => ({ 'repl-diskless-sync-delay': '0' }) });
  const replica = await startRedisServer({ settings: () => ({ replicaof: `127.0.0.1 ${master.port}` }) });
  const store = await openRedisStore({
    ...{ url: master.url, waitReplicas: 1, policy: POLICY },
    ...{ onError: () => {}, onWarning: assert.fail },
  });
  const { secrets } = store;
  after(async () => {
    await store.close();
    await Promise.all([master.stop(), replica.stop()]);
  });

  const isAlone = () => untilSo('no replica', async () => (await infoOf(master.port, 'connected_slaves')) === '0');
  /** One that is still being filled counts as connected, and one that loads it as online: neither answers a WAIT. */
  const isFollowed = () =>
    untilSo('a replica that follows', async () => {
      const isOnline = (await infoOf(master.port, 'slave0')).includes('state=online');
      return isOnline && (await infoOf(replica.port, 'master_link_status')) === 'up';
    });
  beforeEach(isFollowed);

  return {
    ...{ master, replica, secrets },
    put: async () => (await putSample(secrets)).secret,
    /** A connection of its own, which has written nothing yet. */
    connect: async (t: Cleanup) => {
      const redis = await connectRedis({ url: master.url, waitReplicas: 1, onError: () => {} });
      t.after(() => redis.close());
      return redis;
    },
    onReplica: async (id: SecretId) => String(await askRedis(replica.port, 'HGET', `{${id}}:state`, 'life')),
    /** While no replica is there. */
    alone: async <Value>(run: () => Promise<Value>): Promise<Value> => {
      await replica.kill('SIGKILL');
      await isAlone();
      try {
        return await run();
      } finally {
        await replica.restart();
        await isFollowed();
      }
    },
    /** While the replica is there, and hears nothing. */
    unheard: async <Value>(run: () => Promise<Value>): Promise<Value> => {
      process.kill(replica.pid, 'SIGSTOP');
      try {
        return await run();
      } finally {
        process.kill(replica.pid, 'SIGCONT');
      }
    },
  };
}

export const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    (value) => assert.fail(`answered: ${JSON.stringify(value)}`),
    ({ name, isUnchanged }) => ({ name, isUnchanged }),
  );
