import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqliteStore } from '#src/store/sqlite/open.ts';
import { POLICY } from '../store/sealed-sample.ts';
import { type Cleanup, temporaryFolder } from '../support/temp.ts';
import { runCli } from './run-cli.ts';

function openSite(t: Cleanup, env: Readonly<Record<string, string>> = {}) {
  const settings = { HUSHLINK_DATA: temporaryFolder(t), ...env };
  makeStore(settings.HUSHLINK_DATA);
  return async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCli(['banner', ...args], { env: settings });
    return { code, stdout, stderr };
  };
}

/** As the first start of a server does. */
function makeStore(folder: string): void {
  void openSqliteStore({
    path: join(folder, 'hushlink.db'),
    policy: POLICY,
    now: () => 0,
    onSweepError: () => {},
  }).close();
}

test('banner set, show and clear work on the store of the configuration [SHELL-15]', async (t) => {
  const banner = openSite(t);
  assert.deepEqual(await banner('show'), { code: 0, stdout: '', stderr: 'There is none.\n' });
  const link = '<a href="https://status.example.com">Details</a>';
  assert.deepEqual(await banner('set', `Back at 06:00. ${link}`), {
    ...{ code: 0, stdout: '', stderr: 'Pages show it within ten seconds.\n' },
  });
  assert.deepEqual(await banner('show'), { code: 0, stdout: `Back at 06:00. ${link}\n`, stderr: '' });
  assert.equal((await banner('clear')).stderr, 'Pages show none within ten seconds.\n');
  assert.equal((await banner('show')).stdout, '');
});

test('banner set says what will not be shown, and refuses what would show nothing [SHELL-16]', async (t) => {
  const banner = openSite(t);
  const changed = await banner('set', 'Back <b>soon</b>');
  assert.match(changed.stderr, /^Only words and links stay; pages will hold: Back soon\n/);
  for (const text of ['', '<script>x</script>', 'x'.repeat(1001)]) assert.equal((await banner('set', text)).code, 2);
  assert.equal((await banner('show')).stdout, 'Back soon\n');
});

test('without one in the store banner show and clear name the one of the configuration', async (t) => {
  const banner = openSite(t, { HUSHLINK_SITE_BANNER: 'Hello' });
  assert.equal((await banner('show')).stdout, 'Hello\n');
  assert.match((await banner('clear')).stderr, /site\.banner of the configuration/);
});

test('a store that does not answer is the trouble of the server, and is said with its reason', async (t) => {
  const secret = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz').toString('base64');
  const banner = openSite(t, { HUSHLINK_STORE: 'redis://127.0.0.1:1', HUSHLINK_SITE_SECRET: secret });
  const end = await banner('show');
  assert.deepEqual([end.code, end.stdout], [8, '']);
  assert.match(end.stderr, /^The store of the configuration does not answer: Redis .* \(.*ECONNREFUSED/);
});

test('where no server keeps anything nothing is announced, and no store is made', async (t) => {
  const env = { HUSHLINK_DATA: join(temporaryFolder(t), 'elsewhere') };
  for (const args of [['set', 'Back at 06:00'], ['clear'], ['show']]) {
    const { code, stderr } = await runCli(['banner', ...args], { env });
    assert.equal(code, 1);
    assert.match(stderr, /There is no store at .*hushlink\.db; hint: /);
  }
  assert.equal(existsSync(env.HUSHLINK_DATA), false);
});
