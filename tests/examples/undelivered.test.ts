import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runChild } from '../support/children.ts';
import { intoClosedPipe } from '../support/closed-pipe.ts';
import { startLossyProxy } from '../support/lossy-proxy.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temp.ts';
import { clients } from './clients.ts';

const CONTENT = 'only copy\n'.repeat(900);
const WAYS = [
  ['a full disk', '"$@" > /dev/full'],
  ['a closed pipe', intoClosedPipe('echo $? > "$TMPDIR/code"')],
] as const;
/** Of standard error. */
const UNREAD = [
  ['closed', '"$@" 2>&-'],
  ['a full disk', '"$@" 2> /dev/full'],
  ['a closed pipe', `exec 4>&1; set -- sh -c '"$@" 2>&1 >&4' sh "$@"; ${intoClosedPipe('echo $? > "$TMPDIR/code"')}`],
] as const;
const server = await startServer();
after(() => server.stop());

for (const { name, command, run } of clients) {
  const env = { HUSHLINK_SERVER: server.url };
  const share = async (content: string) => (await run(['share'], { env, input: content })).stdout.trim();
  const stateOf = async (link: string) => (await run(['status', link], { env })).stdout;
  const runInShell = async (script: string, args: readonly string[], folder: string, input = '') => {
    const options = { env: { ...env, TMPDIR: folder }, input };
    const end = await runChild('sh', ['-c', script, 'sh', ...command, ...args], options);
    const file = join(folder, 'code');
    return { ...end, code: existsSync(file) ? Number(readFileSync(file, 'utf8')) : end.code };
  };

  test(`${name} asks again for a content whose answer was lost on the way, and gets it`, async (t) => {
    for (const passage of ['nothing', 'half'] as const) {
      const link = await share(CONTENT);
      const lossy = await startLossyProxy(t, server.port, (claim) => (claim === 0 ? passage : 'whole'));
      const end = await run(['open', link.replace(server.url, lossy.url)], { env });
      assert.deepEqual([end.code, end.stdout], [0, CONTENT], end.stderr);
      assert.deepEqual(lossy.statuses, [200, 200]);
    }
  });

  for (const [what, script] of WAYS) {
    test(`${name} keeps what it has opened, and says where, behind ${what}`, async (t) => {
      const end = await runInShell(script, ['open', await share(CONTENT)], temporaryFolder(t));
      assert.equal(end.code, 9, end.stderr);
      const path = /^hushlink: the output could not be written; the content is in (\S+)$/m.exec(end.stderr)?.[1] ?? '';
      assert.equal(readFileSync(path, 'utf8'), CONTENT);
      assert.equal(statSync(path).mode & 0o777, 0o600);
    });

    test(`${name} says that all else was done behind ${what}, and keeps nothing`, async (t) => {
      const link = await share('x');
      const folder = temporaryFolder(t);
      for (const args of [['status', link], ['burn', link], ['generate']]) {
        const end = await runInShell(script, args, folder);
        assert.equal(end.code, 9, end.stderr);
        assert.match(end.stderr, /^hushlink: the output could not be written$/m);
      }
      assert.equal(await stateOf(link), 'burned\n');
      assert.deepEqual(
        readdirSync(folder).filter((file) => file !== 'code'),
        [],
      );
    });
  }

  for (const [what, script] of UNREAD) {
    test(`${name} prints the link and nothing else, and ends as ever, where standard error is ${what}`, async (t) => {
      const folder = temporaryFolder(t);
      const shared = await runInShell(script, ['share'], folder, 'x');
      assert.deepEqual([shared.code, shared.stderr], [0, '']);
      assert.match(shared.stdout, /^http:\/\/\S+\/secret\/[0-9a-z]{31}\n$/);
      assert.equal((await run(['burn', shared.stdout.trim()], { env })).stdout, 'burned\n');
      const gone = await runInShell(script, ['open', shared.stdout.trim()], folder);
      assert.deepEqual([gone.code, gone.stdout], [3, '']);
      assert.equal((await runInShell(script, ['say'], folder)).stdout, '');
    });
  }

  test(`${name} says so where there is no folder to keep it in either, or finds another`, async (t) => {
    const folder = join(temporaryFolder(t), 'missing');
    const end = await runInShell('"$@" > /dev/full', ['open', await share(CONTENT)], folder);
    assert.deepEqual([end.code, end.stdout], [9, '']);
    const [, path] = /; the content is (?:lost|in (\S+))$/m.exec(end.stderr) ?? assert.fail(end.stderr);
    if (path === undefined) return;
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
    rmSync(path);
  });

  test(`${name} opens nothing where standard output is closed`, async (t) => {
    const link = await share('x');
    const end = await runInShell('"$@" >&-', ['open', link], temporaryFolder(t));
    assert.deepEqual([end.code, end.stderr], [2, 'hushlink: standard output is closed; nothing was opened\n']);
    assert.equal(await stateOf(link), 'new\n');
  });
}

test('hushlink.sh opens nothing in a shell without a printf of its own, which would show and lose the content', async () => {
  const client = clients.find(({ name }) => name === 'hushlink.sh') ?? assert.fail();
  const env = { HUSHLINK_SERVER: server.url };
  const link = (await client.run(['share'], { env, input: 'x' })).stdout.trim();
  const end = await runChild('bash', ['-c', 'enable -n printf; . "$0"', client.path, 'open', link], { env });
  assert.deepEqual([end.code, end.stdout], [2, '']);
  assert.match(end.stderr, /^hushlink: printf is not built into this shell/);
  assert.equal((await client.run(['status', link], { env })).stdout, 'new\n');
});
