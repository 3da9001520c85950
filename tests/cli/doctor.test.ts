import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { judgeDisk } from '#src/cli/doctor/folder.ts';
import { lookAtMachine } from '#src/cli/doctor/machine.ts';
import { temporaryFolder } from '../support/temp.ts';
import { examine } from './doctor-run.ts';
import { runCli, runCliInShell } from './run-cli.ts';

test('doctor prints a line for each thing, with a hint where something is not fine', async (t) => {
  const folder = temporaryFolder(t);
  const env = { HUSHLINK_DATA: join(folder, 'data'), HUSHLINK_SECRETS_DEFAULT_TTL: '60d', PORT: '0' };
  const { code, stdout, stderr } = await runCli(['doctor'], { env });
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n');
  const checks = lines.map((line) => /^(?:ok {2}|warn|fail) {2}(\w+) +\S/.exec(line)?.[1]);
  const names = ['version', 'user', 'descriptors', 'config', 'data', 'disk', 'store', 'mail', 'dns', 'server', 'clock'];
  assert.deepEqual([...new Set(checks)], names);
  for (const line of lines) assert.equal(line.startsWith('ok'), !line.includes('; hint: '), line);
  assert.deepEqual(readdirSync(folder), []);
});

test('a wrong configuration is told problem by problem, and nothing is looked at with it', async (t) => {
  const { code, of, findings } = await examine(t, { PORT: '77777', HUSHLINK_LOG_LEVEL: 'loud' });
  assert.equal(code, 1);
  assert.deepEqual(
    of('config').map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['fail PORT', 'fail HUSHLINK_LOG_LEVEL'],
  );
  assert.deepEqual([...new Set(findings.map(({ check }) => check))], ['version', 'user', 'descriptors', 'config']);
});

test('what the configuration warns of is told, and a good one is fine', async (t) => {
  const odd = await examine(t, { HUSHLINK_SECRETS_DEFAULT_TTL: '60d' });
  assert.match(String(odd.of('config')), /^warn secrets\.default_ttl is more than plans\.anonymous\.ttl/);
  assert.deepEqual((await examine(t)).of('config'), ['ok The configuration is fine']);
});

test('a limit on open files that a busy site would meet is told', async (t) => {
  const env = { HUSHLINK_DATA: join(temporaryFolder(t), 'data'), PORT: '0' };
  const limited = async (most: number) => {
    const { stdout } = await runCliInShell(`ulimit -n ${most}; exec "$@"`, ['doctor'], { env });
    return /^(\w+) +descriptors +.*?(\d+)/m.exec(stdout)?.slice(1);
  };
  assert.deepEqual(await limited(200), ['fail', '200']);
  assert.deepEqual(await limited(1000), ['warn', '1000']);
  assert.deepEqual(await limited(8192), ['ok', '8192']);
});

test('an old Node, the user root and a full disk are told', () => {
  const machine = { version: '1.0.0', node: '26.1.0', platform: 'linux x64', uid: 65_532, descriptors: null };
  const states = (changed: Partial<typeof machine>) =>
    lookAtMachine({ ...machine, ...changed }).map(({ status }) => status);
  assert.deepEqual(states({}), ['ok', 'ok', 'ok']);
  assert.deepEqual(states({ node: '24.9.0' }), ['fail', 'ok', 'ok']);
  assert.deepEqual(states({ uid: 0 }), ['ok', 'warn', 'ok']);
  const disks = [50 * 1024 ** 2, 500 * 1024 ** 2, 5 * 1024 ** 3].map((bytes) => judgeDisk(bytes, '/data'));
  assert.deepEqual(
    disks.map(({ status, message }) => `${status} ${message}`),
    ['fail Only 50.0 MiB free at /data', 'warn Only 500 MiB free at /data', 'ok 5.0 GiB free at /data'],
  );
});

test('below 100 MiB of disk and 256 open files it does not work, below 1 GiB and 4,096 it is told', () => {
  const machine = { version: '1.0.0', node: '26.1.0', platform: 'linux x64', uid: 65_532 };
  const files = (descriptors: number) => lookAtMachine({ ...machine, descriptors })[2]?.status;
  assert.deepEqual([255, 256, 4095, 4096].map(files), ['fail', 'warn', 'warn', 'ok']);
  const disk = (bytes: number) => judgeDisk(bytes, '/data').status;
  const [mib, gib] = [1024 ** 2, 1024 ** 3];
  assert.deepEqual([100 * mib - 1, 100 * mib, gib - 1, gib].map(disk), ['fail', 'warn', 'warn', 'ok']);
});
