import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { untilSo } from '../support/until-so.ts';
import { type Client, createClient } from './client.ts';
import { createLedger, expectDeliveredGone, loadUntilKilled, settle } from './load.ts';

const serverKills = 100;
const redisKills = 20;
const connections = 12;
const quiet = { HUSHLINK_LOG_LEVEL: 'fatal' };

test('SQLite: a server killed 100 times under load loses nothing that it has answered, and gives nothing twice [GEN-01 REV-06]', async (t) => {
  const server = await startServer({ env: quiet });
  t.after(() => server.stop());
  const ledger = createLedger();
  for (let kills = 0; kills < serverKills; kills += 1) {
    const seen = ledger.delivered.size;
    await withClient(server.port, (client) => loadUntilKilled(client, ledger, () => server.kill('SIGKILL')));
    await server.start();
    const news = [...ledger.delivered.keys()].slice(seen);
    await withClient(server.port, (client) => expectDeliveredGone(client, news));
  }
  assertWasLoaded(t, ledger, serverKills);
  await withClient(server.port, (client) => settle(client, ledger));
});

test('Redis with appendfsync always: killed 20 times under load it loses nothing answered, and the server goes on by itself [GEN-01 REV-06]', async (t) => {
  const redis = await startRedisServer({ appendfsync: 'always' });
  t.after(() => redis.stop());
  const site = { HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  const server = await startServer({ env: { ...quiet, ...site } });
  t.after(() => server.stop());
  const ledger = createLedger();
  for (let kills = 0; kills < redisKills; kills += 1) {
    const seen = ledger.delivered.size;
    await withClient(server.port, async (client) => {
      await loadUntilKilled(client, ledger, () => redis.kill('SIGKILL'));
      assert.equal((await client.ask('/readyz')).status, 503);
      await redis.restart();
      await untilReady(client);
      await expectDeliveredGone(client, [...ledger.delivered.keys()].slice(seen));
    });
  }
  assertWasLoaded(t, ledger, redisKills);
  await withClient(server.port, (client) => settle(client, ledger));
});

async function withClient(port: number, use: (client: Client) => Promise<void>): Promise<void> {
  const client = createClient(port, connections);
  try {
    await use(client);
  } finally {
    client.close();
  }
}

async function untilReady(client: Client): Promise<void> {
  await untilSo('the server finds its store again', async () => (await client.ask('/readyz')).status === 200);
}

/** Otherwise the kills met an idle server, and the test would show nothing. */
function assertWasLoaded(
  t: { diagnostic(line: string): void },
  ledger: ReturnType<typeof createLedger>,
  kills: number,
): void {
  const [kept, uncertain, delivered] = [ledger.kept.size, ledger.uncertain.size, ledger.delivered.size];
  t.diagnostic(`${kills} kills: ${kept} kept, ${delivered} delivered, ${uncertain} reveals without an answer`);
  assert.ok(kept > kills * 10 && delivered > kills && uncertain > 0);
}
