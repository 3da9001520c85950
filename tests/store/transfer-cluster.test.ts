import { after } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startClusterSite } from '../support/redis-cluster.ts';
import { gateContract } from './gate.contract.ts';
import { POLICY } from './sealed-sample.ts';
import { transferContract } from './transfer.contract.ts';
import { storeMakers } from './transfer-stage.ts';

const site = await startClusterSite();
const open = () => openRedisStore({ url: site.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
const stores = [await open(), await open()] as const;
after(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await site.stop();
});

async function emptied() {
  for (const port of await site.masterPorts()) await askRedis(port, 'FLUSHALL');
  return stores;
}

const { makeSqlite } = await storeMakers();
const makeCluster = async () => (await emptied())[0];

transferContract('redis cluster to sqlite', makeCluster, makeSqlite);
transferContract('sqlite to redis cluster', makeSqlite, makeCluster);
gateContract('redis cluster', emptied);
