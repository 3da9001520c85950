import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { type Client, contentOf, createClient, untilAnswered } from './client.ts';

const rounds = 200;
const readers = 200;
const quiet = { HUSHLINK_LOG_LEVEL: 'warn' };

test('SQLite, one process: of 200 readers at once exactly one gets the secret, 200 times over [GEN-01 REV-06]', async (t) => {
  await race(t, [await start(t, quiet)]);
});

test('SQLite, two processes on one file: of 200 readers at once exactly one gets the secret, 200 times over [GEN-01 REV-06]', async (t) => {
  const folder = temporaryFolder(t);
  await race(t, [await start(t, quiet, folder), await start(t, quiet, folder)]);
});

test('Redis, one process: of 200 readers at once exactly one gets the secret, 200 times over [GEN-01 REV-06]', async (t) => {
  await race(t, [await start(t, await redisSite(t))]);
});

test('Redis, three processes: of 200 readers at once exactly one gets the secret, 200 times over [GEN-01 REV-06]', async (t) => {
  const site = await redisSite(t);
  await race(t, [await start(t, site), await start(t, site), await start(t, site)]);
});

async function start(t: TestContext, env: Record<string, string>, folder?: string): Promise<TestServer> {
  const server = await startServer({ env, ...(folder !== undefined && { folder }) });
  t.after(() => server.stop());
  return server;
}

async function redisSite(t: TestContext): Promise<Record<string, string>> {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  return { ...quiet, HUSHLINK_STORE: redis.url, HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
}

async function race(t: TestContext, servers: readonly TestServer[]): Promise<void> {
  const clients = servers.map(({ port }) => createClient(port, Math.ceil(readers / servers.length)));
  t.after(() => clients.forEach((client) => void client.close()));
  let delivered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const copies = await runRound(clients, round);
    assert.equal(copies, 1, `round ${round}: ${copies} copies`);
    delivered += copies;
  }
  assert.equal(delivered, rounds);
}

/** How many readers got the content; everybody else must have been told that it is gone. */
async function runRound(clients: readonly Client[], round: number): Promise<number> {
  const content = `round ${round} ${randomBytes(16).toString('hex')}`;
  const at = (index: number) => clients[index % clients.length]!;
  const { secretKey } = await at(round).share(content);
  const answers = await Promise.all(
    Array.from({ length: readers }, (_, reader) => untilAnswered(() => at(reader).reveal(secretKey))),
  );
  const copies = answers.map(contentOf).filter((text) => text !== null);
  assert.deepEqual([...new Set(copies)], [content]);
  assert.equal(answers.filter(({ status }) => status === 404).length, readers - copies.length, `round ${round}`);
  return copies.length;
}
