import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCli, startCli } from '../cli/run-cli.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { type Client, createClient } from './client.ts';
import { createLedger, expectDeliveredGone, type Ledger, settle } from './load.ts';
import { startLoad } from './steady-load.ts';

const SOME = 300;
const SPARED = 100;
const ACCOUNTS = 3;

/** Where a store is, and what a server and the command line on it need to know. */
async function placeOf(t: Cleanup, engine: 'sqlite' | 'redis', siteSecret: string) {
  const folder = temporaryFolder(t);
  const redis = engine === 'redis' ? await startRedisServer() : null;
  if (redis) t.after(() => redis.stop());
  const address = redis?.url ?? `sqlite:${join(folder, 'store.db')}`;
  const quick = { HUSHLINK_LOG_LEVEL: 'fatal', HUSHLINK_AUTHENTICATION_ARGON2_MEMORY_KIB: '1024' };
  return {
    folder,
    address,
    env: { ...quick, HUSHLINK_DATA: folder, HUSHLINK_STORE: address, HUSHLINK_SITE_SECRET: siteSecret },
  };
}

type Place = Awaited<ReturnType<typeof placeOf>>;

async function cli({ folder, env }: Place, args: readonly string[], input = '') {
  const end = await runCli(args, { cwd: folder, env, input });
  assert.equal(end.code, 0, end.stdout + end.stderr);
  return end;
}

async function serve(t: Cleanup, { env }: Place) {
  const server = await startServer({ env });
  const client = createClient(server.port, 16);
  let isRunning = true;
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    client.close();
    await server.stop();
  };
  t.after(stop);
  return { client, stop };
}

for (const [engine, other] of [
  ['sqlite', 'redis'],
  ['redis', 'sqlite'],
] as const) {
  test(`${engine}: a backup under load is whole elsewhere, opens what was unread, and never what was read before`, async (t) => {
    const siteSecret = randomBytes(32).toString('base64');
    const [from, to] = [await placeOf(t, engine, siteSecret), await placeOf(t, other, siteSecret)];
    const key = join(from.folder, 'key');
    writeFileSync(key, randomBytes(32));
    const file = join(from.folder, 'a.backup');
    for (let number = 0; number < ACCOUNTS; number += 1) {
      await cli(
        from,
        ['customers', 'create', `c${number}@example.org`, '--password-file', '-'],
        'correct horse battery',
      );
    }
    const running = await serve(t, from);
    const [ledger, spared] = [createLedger(), createLedger()];
    await share(running.client, SOME, ledger);
    await share(running.client, SPARED, spared);
    const load = startLoad([running.client], ledger);
    while (ledger.delivered.size < SOME / 3) await pause(10);
    const readBefore = [...ledger.delivered.keys()];
    await cli(from, ['backup', '--to', file, '--with-secrets', '--key-file', key]);
    await load.stop();
    assert.equal(load.refusals(), 0, 'nobody was turned away');

    await cli(to, ['restore', '--from', file, '--key-file', key, '--revive']);
    const list = JSON.parse((await cli(to, ['customers', 'list', '--json'])).stdout);
    assert.equal(list.count, ACCOUNTS);
    const elsewhere = await serve(t, to);
    assert.ok(ledger.delivered.size > readBefore.length, 'it was read from meanwhile');
    await settle(elsewhere.client, { ...createLedger(), kept: new Map(spared.kept) });
    await expectDeliveredGone(elsewhere.client, readBefore);

    await cli(from, ['restore', '--from', file, '--key-file', key, '--revive', '--replace']);
    await settle(running.client, ledger);
    await settle(running.client, spared);
  });

  test(`${engine} to ${other}: a running site is moved under load, and nothing is lost and nothing is there twice`, async (t) => {
    const siteSecret = randomBytes(32).toString('base64');
    const [from, to] = [await placeOf(t, engine, siteSecret), await placeOf(t, other, siteSecret)];
    const servers = [await serve(t, from), await serve(t, from)];
    const ledger = createLedger();
    for (const { client } of servers) await share(client, SOME / 2, ledger);
    const load = startLoad(
      servers.map(({ client }) => client),
      ledger,
    );
    await cli(from, ['store', 'migrate', '--to', to.address]);
    const status = await servers[0]!.client.ask('/readyz');
    assert.equal(status.status, 200, 'it goes on answering what only reads');
    await load.stop();
    assert.ok(load.refusals() > 0, 'writes were refused meanwhile');
    assert.equal((await servers[1]!.client.post('/secret/conceal', { kind: 'share', secret: 'x' })).status, 503);
    for (const server of servers) await server.stop();
    const moved = await serve(t, to);
    t.diagnostic(`${ledger.kept.size} kept, ${ledger.delivered.size} delivered, ${ledger.uncertain.size} uncertain`);
    await settle(moved.client, ledger);
    const refused = await runCli(['serve'], { env: { ...from.env, PORT: '0' } });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /This store was moved to/);
  });
}

test('a move that is killed lets the old store go on by itself, and can be done again', async (t) => {
  const siteSecret = randomBytes(32).toString('base64');
  const [from, to] = [await placeOf(t, 'redis', siteSecret), await placeOf(t, 'sqlite', siteSecret)];
  const running = await serve(t, from);
  const { secretKey } = await running.client.share('unread');
  const args = ['store', 'migrate', '--to', to.address];
  const mover = startCli(args, { cwd: from.folder, env: from.env });
  const port = Number(new URL(from.address).port);
  // From here it waits for two seconds until everybody has seen the mark.
  while ((await askRedis(port, 'GET', 'hushlink:mark')) === null) await pause(10);
  await mover.kill('SIGKILL');
  await untilStatus(running.client, 503);
  const refused = await runCli(args, { cwd: from.folder, env: from.env });
  assert.match(refused.stderr, /Somebody is moving the old store already/);
  await untilStatus(running.client, 200);
  await cli(from, args);
  await running.stop();
  const moved = await serve(t, to);
  assert.equal((await moved.client.reveal(secretKey)).status, 200);
});

async function share(client: Client, count: number, { kept }: Ledger): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const content = `content ${made}`;
    kept.set((await client.share(content)).secretKey, content);
  }
}

/** Asks to share until it is answered so, for a bounded number of times. */
async function untilStatus(client: Client, expected: number): Promise<void> {
  for (let asks = 0; asks < 600; asks += 1) {
    const { status } = await client.post('/secret/conceal', { kind: 'share', secret: 'x' });
    if (status === expected) return;
    await pause(100);
  }
  assert.fail(`it is never answered with ${expected}`);
}
