import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { createSweep } from '#src/store/sqlite/sweep.ts';
import { openBilling } from '../features/billing/stage.ts';
import { openOwnRedis } from '../store/own-redis.ts';
import { askRedis } from '../support/redis-ask.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { DAY_MS, EVERYTHING_ON, liveFully } from './whole-life.ts';

const mailServer = await startSmtpServer();
after(() => mailServer.stop());

test('sqlite: once everybody has left and everything is over, counts and the names of processes alone are left', async (t) => {
  const stage = await openBilling(t, { env: EVERYTHING_ON, mailServer });
  using database = new DatabaseSync(join(stage.folder, 'hushlink.db'), { timeout: 10_000 });
  const life = await liveFully(stage);
  // Whoever adds a table has this life fill it: the leads are of work that no process does here yet.
  assert.deepEqual(emptyTables(database), ['billing_lead', 'domain_lead', 'key_lead']);
  await life.leave(t);
  const sweep = createSweep(database);
  while (sweep(stage.clock.now() + 100 * DAY_MS));
  const left = ['billing_lead', 'billing_look', 'customer_tally', 'outbox_total', 'site', 'tally'];
  const empty = emptyTables(database);
  const filled = tablesOf(database).filter((name) => !empty.includes(name));
  assert.deepEqual(filled, left);
});

test('redis: once everybody has left, counts and the names of processes alone have no time to live', async (t) => {
  const { server, store } = await openOwnRedis(t);
  const stage = await openBilling(t, { env: EVERYTHING_ON, mailServer, store });
  const life = await liveFully(stage);
  const lasting = await keysWithoutEnd(server.port);
  for (const what of ['customer:', 'billing:row:', 'billing:payer:', 'record:', 'logo:', 'owner:', 'served:']) {
    assert.ok(
      lasting.some((key) => key.includes(what)),
      `${what} in ${lasting}`,
    );
  }
  await life.leave(t);
  const counts = ['{accounts}:billing:lead', '{accounts}:billing:look', '{outbox}:totals', '{tally}:totals'];
  assert.deepEqual(await keysWithoutEnd(server.port), ['hushlink:schema', ...counts.map((name) => `hushlink:${name}`)]);
});

function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return rows.map(({ name }) => String(name)).toSorted();
}

function emptyTables(database: DatabaseSync): string[] {
  return tablesOf(database).filter((name) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() === undefined);
}

async function keysWithoutEnd(port: number): Promise<string[]> {
  const keys = ((await askRedis(port, 'KEYS', '*')) as readonly unknown[]).map(String).toSorted();
  const lives = await Promise.all(keys.map((key) => askRedis(port, 'PTTL', key)));
  return keys.filter((_, at) => lives[at] === -1);
}
