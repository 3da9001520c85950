import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Finding } from '#src/cli/doctor/finding.ts';
import { limit } from '../../bench/faults/limit.ts';
import { runChild, startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { needProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temp.ts';
import { createClient } from './client.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');
/** Of prlimit(1): no file grows any more. */
const FULL = '--fsize=1:unlimited';

test('where the disk is full a command looks and a server stops as ever, and nothing that was answered is lost', async (t) => {
  const port = await freePort();
  const own = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: String(port), HOST: '127.0.0.1' };
  const start = async () => {
    const child = startChild(process.execPath, [program, 'serve'], { env: own });
    await child.waitFor(/Hushlink is ready at/);
    child.background();
    return child;
  };
  const client = createClient(port, 1);
  t.after(() => client.close());
  const server = await start();
  const shared = await Promise.all(Array.from({ length: 20 }, (_, at) => client.share(`number ${at}`)));
  limit(server.pid, FULL);
  const look = await runChild(needProgram('prlimit'), [FULL, process.execPath, program, 'keys', 'status'], {
    env: own,
  });
  assert.deepEqual([look.code, look.stderr], [0, '']);
  const { code, stderr, stdout } = await server.kill('SIGTERM');
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /cannot start/);
  assert.match(stdout, /"event":"sweep"/);
  const again = await start();
  const { status, body } = await client.reveal(shared[7]!.secretKey);
  assert.equal(status, 200);
  assert.match(String(body), /"number 7"/);
  assert.equal((await again.kill('SIGTERM')).code, 0);
});

test('where the disk is full a start is refused with the way out, and nobody is told to restore a backup', async (t) => {
  const data = join(temporaryFolder(t), 'data');
  const path = join(data, 'hushlink.db');
  const env = { HUSHLINK_DATA: data, PORT: '0', HOST: '127.0.0.1' };
  const begun = startChild(process.execPath, [program, 'serve'], { env });
  await begun.waitFor(/Hushlink is ready at/);
  assert.equal((await begun.kill('SIGTERM')).code, 0);
  const full = (...words: string[]) =>
    runChild(needProgram('prlimit'), [FULL, process.execPath, program, ...words], { env });
  const { code, stderr } = await full('serve');
  assert.equal(code, 1);
  assert.match(stderr, /hushlink\.db cannot be opened: disk I\/O error; hint: make room on the disk, or see whether/);
  const { findings } = JSON.parse((await full('doctor', '--json')).stdout) as { findings: Finding[] };
  assert.deepEqual(
    findings.filter(({ check }) => check === 'store').map(({ message, hint }) => [message, hint]),
    [[`${path} cannot be opened: the disk does not do what is asked`, 'make room on it, or see whether it fails']],
  );
});
