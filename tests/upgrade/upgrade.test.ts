import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { askAgain, assertNothingHappened, type Ledger, readRest, startLoad } from '../cluster/load.ts';
import { openStage } from '../cluster/stage.ts';
import { createClient } from '../durability/client.ts';
import { runChild } from '../support/children.ts';
import { LIGHT_PASSWORDS } from '../support/light-passwords.ts';
import { builtProgram } from '../support/program.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startServer } from '../support/server.ts';
import { settleResident } from './people.ts';
import { buildPrevious } from './previous-release.ts';

const previous = buildPrevious({ after });
/** Up, back, and up again. */
const ways = [builtProgram, previous, builtProgram];

test('Redis: three processes are upgraded one by one under load, taken back, and upgraded again: nothing lost, nothing twice, nobody signed out', async (t) => {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const { servers, proxy, client } = await openStage(t, { store: redis.url, program: previous });
  const resident = await settleResident(client);
  const load = startLoad(client);
  await resident.dwell();
  await load.untilMore(30);
  for (const program of ways) {
    for (const server of servers) {
      await server.kill('SIGTERM');
      await load.untilMore(15);
      await server.start({ program });
      // Both releases answer, and read what the other has written.
      await load.untilMore(30);
      await resident.dwell();
    }
  }
  const ledger = await load.stop();
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  await resident.readAll();
  t.diagnostic(`${ledger.lives.length} secrets, ${proxy.retries} connections that a server no longer took`);
  assertNothingHappened(ledger, 30 + ways.length * servers.length * 45);
});

test('SQLite: the server is stopped under load and started as the other release, up, back and up again: nothing lost, nothing twice, nobody signed out', async (t) => {
  const server = await startServer({ program: previous, env: { ...LIGHT_PASSWORDS, HUSHLINK_LOG_LEVEL: 'warn' } });
  t.after(() => server.stop());
  const client = createClient(server.port, 24);
  t.after(() => client.close());
  const resident = await settleResident(client);
  const ledgers: Ledger[] = [];
  for (const program of [...ways, null]) {
    const load = startLoad(client);
    await resident.dwell();
    await load.untilMore(40);
    if (program !== null) await server.kill('SIGTERM');
    ledgers.push(await load.stop());
    if (program !== null) await server.start({ program });
  }
  const ledger = {
    lives: ledgers.flatMap(({ lives }) => lives),
    failures: ledgers.flatMap(({ failures }) => failures),
  };
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  await resident.readAll();
  t.diagnostic(`${ledger.lives.length} secrets, ${ledger.failures.length} asked of nobody`);
  const answered = ledger.failures.filter((failure) => !/^(share|read): 0 /.test(failure));
  assertNothingHappened({ ...ledger, failures: answered }, 40 * (ways.length + 1));
});

test('once the site secret was changed the release before refuses the old one alone, and starts with both', async (t) => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64')) as [string, string];
  const server = await startServer({ program: previous, env: { HUSHLINK_SITE_SECRET: old } });
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const both = { HUSHLINK_SITE_SECRET: fresh, HUSHLINK_SITE_PREVIOUS_SECRETS: old };
  await server.start({ program: builtProgram, env: both });
  await server.kill('SIGTERM');
  const [program, ...args] = previous;
  const env = { HUSHLINK_DATA: `${server.folder}/data`, PORT: '0', HUSHLINK_SITE_SECRET: old };
  const end = await runChild(program, [...args, 'serve'], { env });
  assert.deepEqual([end.code, /has a newer site secret/.test(end.stderr)], [1, true], end.stderr);
  await server.start({ program: previous, env: both });
});

test('the release before writes the minor schema before ours', async (t) => {
  const server = await startServer({ program: previous });
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(`${server.folder}/data/hushlink.db`);
  const schema = database.prepare("SELECT value FROM site WHERE name = 'schema'").get()?.value;
  database.close();
  const { SCHEMA } = await import('#src/store/schema-version.ts');
  assert.equal(schema, `${SCHEMA.major}.${SCHEMA.minor - 1}`);
});
