import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChild, startChild } from './children.ts';

test('a child gets its input and hands back both outputs and its code', async () => {
  const script = "process.stdin.pipe(process.stdout); console.error('aside'); process.exitCode = 3;";
  const end = await runChild(process.execPath, ['-e', script], { input: 'said' });
  assert.deepEqual(end, { code: 3, signal: null, stdout: 'said', stderr: 'aside\n' });
});

test('a child sees no setting of a site but what the test gives it', async (t) => {
  process.env.HUSHLINK_STORE = 'redis://elsewhere';
  t.after(() => delete process.env.HUSHLINK_STORE);
  const script = 'console.log(process.env.HUSHLINK_STORE, process.env.HUSHLINK_DATA)';
  const end = await runChild(process.execPath, ['-e', script], { env: { HUSHLINK_DATA: 'here' } });
  assert.equal(end.stdout, 'undefined here\n');
});

test('waiting for a line hands back the match, and ends by itself where the line never comes', async () => {
  const talker = startChild(process.execPath, ['-e', "console.log('port 17'); setInterval(() => {}, 1000)"]);
  assert.equal((await talker.waitFor(/port (\d+)/))[1], '17');
  await assert.rejects(talker.waitFor(/never said/, 1), /1 ms are over/);
  assert.equal((await talker.kill('SIGKILL')).signal, 'SIGKILL');
  await assert.rejects(talker.waitFor(/never said/), /the process has ended/);
});

test('a program that does not exist is an error and not a silence', async () => {
  await assert.rejects(runChild('/nowhere/at-all', []), /ENOENT/);
});
