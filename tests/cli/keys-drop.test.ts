import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { settleKeys } from '#src/features/keys/settling.ts';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

const [FIRST, SECOND] = [randomBytes(32), randomBytes(32)];
const [first, second] = [FIRST, SECOND].map((siteSecret) => createKeyRing({ siteSecret, randomBytes }).siteKeyId);

/** The operator of a store whose site secret was changed; a server has been started with the second. */
async function openOperator(t: Cleanup, env: Readonly<Record<string, string>> = {}) {
  const data = temporaryFolder(t);
  const store = openSqliteStore({
    path: join(data, 'hushlink.db'),
    policy: POLICY,
    now: () => 0,
    onSweepError: () => {},
  });
  for (const [siteSecret, previousSecrets] of [
    [FIRST, []],
    [SECOND, [FIRST]],
  ] as const) {
    assert.ok((await settleKeys(store.keys, createKeyRing({ siteSecret, previousSecrets, randomBytes }), 0)).ok);
  }
  await store.close();
  writeFileSync(join(data, 'site-secret'), SECOND.toString('base64'), { mode: 0o600 });
  const keys = (...args: readonly string[]) => runCli(['keys', ...args], { env: { HUSHLINK_DATA: data, ...env } });
  return { data, keys };
}

test('the secret in force is not dropped, however much somebody insists', async (t) => {
  const { keys } = await openOperator(t);
  const refused = await keys('drop', second!, '--yes');
  assert.deepEqual([refused.code, /That is the secret in force/.test(refused.stderr)], [2, true], refused.stderr);
  assert.match((await keys('status')).stdout, new RegExp(`^${second}\\tin force$`, 'm'));
});

test('a secret that a start has met and that is not configured is told as such, and can be forgotten', async (t) => {
  const { keys } = await openOperator(t);
  const told = `${first}\tneeded by nothing: it can be dropped; it is not configured here\n`;
  assert.equal((await keys('status')).stdout, `${second}\tin force\n${told}`);
  const dropped = await keys('drop', first!);
  assert.deepEqual([dropped.code, dropped.stdout, dropped.stderr], [0, 'dropped\n', '']);
  assert.equal((await keys('status')).stdout, `${second}\tin force\n`);
});

test('who drops a secret that is configured is told to take it out there too', async (t) => {
  const { keys } = await openOperator(t, { HUSHLINK_SITE_PREVIOUS_SECRETS: FIRST.toString('base64') });
  const dropped = await keys('drop', first!);
  const said = 'It is configured here: take it out of HUSHLINK_SITE_PREVIOUS_SECRETS too.\n';
  assert.deepEqual([dropped.code, dropped.stdout, dropped.stderr], [0, 'dropped\n', said]);
});

test('beside five previous secrets the kept one is not changed', async (t) => {
  const { data, keys } = await openOperator(t);
  const [kept, previous] = [join(data, 'site-secret'), join(data, 'site-secret.previous')];
  const five = Array.from({ length: 5 }, () => `${randomBytes(32).toString('base64')}\n`);
  writeFileSync(previous, five.join(''), { mode: 0o600 });
  const refused = await keys('rotate');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /There are 5 previous secrets already;.* Nothing was changed\./);
  assert.deepEqual(
    [kept, previous].map((path) => readFileSync(path, 'utf8')),
    [SECOND.toString('base64'), five.join('')],
  );
  writeFileSync(previous, five.slice(1).join(''), { mode: 0o600 });
  assert.equal((await keys('rotate')).code, 0);
});
