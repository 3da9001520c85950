import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../support/server.ts';
import { runCli, runCliInShell } from './run-cli.ts';

test('a change of the site secret that was cut short is done again, also where only one more is allowed', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const data = join(server.folder, 'data');
  const kept = join(data, 'site-secret');
  const rotate = () => runCli(['keys', 'rotate'], { env: { HUSHLINK_DATA: data } });
  const before = [1, 2, 3, 4].map(() => `${randomBytes(32).toString('base64')}\n`);
  const all = [readFileSync(kept, 'utf8'), ...before].join('');
  writeFileSync(`${kept}.previous`, all, { mode: 0o600 });
  const again = await rotate();
  assert.equal(again.code, 0, again.stderr);
  assert.equal(readFileSync(`${kept}.previous`, 'utf8'), all);
  assert.match((await rotate()).stderr, /There are 5 previous secrets already/);
});

test('where the answer cannot be printed it is said all the same that the secret is another one, and that the server is to be restarted', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  const data = join(server.folder, 'data');
  const read = () => readFileSync(join(data, 'site-secret'), 'utf8');
  for (const option of ['', '--json']) {
    const before = read();
    const rotate = `"$@" keys rotate ${option} > /dev/full`;
    const { code, stderr } = await runCliInShell(rotate, [], { env: { HUSHLINK_DATA: data } });
    assert.equal(code, 9);
    assert.match(stderr, /could not be written.*\n.*holds a new secret.*\nRestart the server now: /);
    assert.notEqual(read(), before);
  }
});
