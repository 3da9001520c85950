import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { runCli } from '../cli/run-cli.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { settleResident } from '../upgrade/people.ts';
import { askAgain, assertNothingHappened, readRest, startLoad } from './load.ts';
import { openStage } from './stage.ts';

test('three processes behind a proxy get another site secret one by one under load, in two rounds: nobody notices, and the old one is missed as long as it is needed [GEN-01 REV-06]', async (t) => {
  const redis = await startRedisServer();
  t.after(() => redis.stop());
  const [old, fresh] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64')) as [string, string];
  const { servers, client } = await openStage(t, { store: redis.url, siteSecret: old });
  const resident = await settleResident(client);
  const load = startLoad(client);
  await load.untilMore(30);
  const rounds = [
    { HUSHLINK_SITE_SECRET: old, HUSHLINK_SITE_PREVIOUS_SECRETS: fresh },
    { HUSHLINK_SITE_SECRET: fresh, HUSHLINK_SITE_PREVIOUS_SECRETS: old },
  ];
  for (const env of rounds) {
    for (const server of servers) {
      await server.kill('SIGTERM');
      await load.untilMore(15);
      await server.start({ env });
      await load.untilMore(15);
      await resident.dwell();
    }
  }
  const ledger = await load.stop();
  await readRest(client, ledger);
  await askAgain(client, ledger.lives, ledger);
  await resident.readAll();
  assertNothingHappened(ledger, 30 + 30 * rounds.length * servers.length);
  const env = { HUSHLINK_STORE: redis.url, ...rounds[1] };
  const status = await runCli(['keys', 'status', '--json'], { env });
  const roles = JSON.parse(status.stdout).keys.map(({ role }: { role: string }) => role);
  assert.deepEqual(roles, ['current', 'previous'], status.stderr);
  const early = await runCli(['serve'], { env: { ...env, HUSHLINK_SITE_PREVIOUS_SECRETS: '', PORT: '0' } });
  assert.match(early.stderr, /still needed by \d+ secrets? until/);
});
