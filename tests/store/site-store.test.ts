import { join } from 'node:path';
import { after } from 'node:test';
import { openRedisStore } from '#src/store/redis/open.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { POLICY } from './sealed-sample.ts';
import { siteStoreContract } from './site-store.contract.ts';

const server = await startRedisServer();
const redis = await openRedisStore({ url: server.url, policy: POLICY, onError: () => {}, onWarning: () => {} });
const sqlite = openSqliteStore({
  path: join(temporaryFolder({ after }), 'hushlink.db'),
  policy: POLICY,
  now: () => 0,
  onSweepError: () => {},
});
after(async () => {
  await Promise.all([redis.close(), sqlite.close()]);
  await server.stop();
});

siteStoreContract('redis', () => redis.site);
siteStoreContract('sqlite', () => sqlite.site);
