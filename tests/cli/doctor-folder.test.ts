import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { lookAtFolder } from '#src/cli/doctor/folder.ts';
import type { Config } from '#src/config/config.ts';
import { answerInstead } from '../support/system-calls.ts';
import { temporaryFolder } from '../support/temp.ts';
import { examine } from './doctor-run.ts';

test('a secret that the server can only read is fine, unlike such a database', async (t) => {
  obeyModes(t);
  const dataFolder = temporaryFolder(t);
  chmodSync(dataFolder, 0o700);
  const path = join(dataFolder, 'hushlink.db');
  const site = { secret: null, previousSecrets: [] } as unknown as Config['site'];
  const look = async () => {
    const findings = await lookAtFolder({ dataFolder, store: { kind: 'sqlite', path }, site }, null);
    return findings.map(({ status, message }) => `${status} ${message.replace(dataFolder, 'DATA')}`);
  };
  for (const name of ['site-secret', 'site-secret.previous']) {
    writeFileSync(join(dataFolder, name), 'kq7X9mZ2vB4nT6wR8yL1pD3sF5hJ0gCuEiOaYtQeWrM=', { mode: 0o400 });
  }
  assert.deepEqual(await look(), ['ok DATA can be written, and read by nobody else']);
  chmodSync(join(dataFolder, 'site-secret'), 0o200);
  assert.deepEqual(await look(), ['fail DATA/site-secret cannot be read (EACCES)']);
  chmodSync(join(dataFolder, 'site-secret'), 0o400);
  chmodSync(join(dataFolder, 'site-secret.previous'), 0o040);
  assert.match(String(await look()), /^fail DATA\/site-secret\.previous cannot be read \(EACCES\)$/);
  chmodSync(join(dataFolder, 'site-secret.previous'), 0o400);
  writeFileSync(`${path}-wal`, '', { mode: 0o400 });
  assert.deepEqual(await look(), ['fail DATA/hushlink.db-wal cannot be read and written (EACCES)']);
});

test('a folder that is open to a group is fine where that is ours or that of root, and told where it is another', async (t) => {
  const dataFolder = temporaryFolder(t);
  let gid = 0;
  answerInstead(t, files, 'stat', async (path: string) => {
    const stats = statSync(path);
    return path === dataFolder ? Object.assign(stats, { mode: 0o40_770, gid }) : stats;
  });
  const store = { kind: 'sqlite', path: join(dataFolder, 'hushlink.db') } as const;
  const site = { secret: null, previousSecrets: [] } as unknown as Config['site'];
  const statuses = async (ofFolder: number, ours: number | null) => {
    gid = ofFolder;
    return (await lookAtFolder({ dataFolder, store, site }, ours)).map(({ status }) => status);
  };
  assert.deepEqual(
    [await statuses(0, 1000), await statuses(1000, 1000), await statuses(1001, 1000), await statuses(1001, null)],
    [['ok'], ['ok'], ['warn'], ['warn']],
  );
});

test('on what is mounted read-only nobody is told to chown, which is refused there as well', async (t) => {
  const dataFolder = temporaryFolder(t);
  chmodSync(dataFolder, 0o700);
  answerInstead(t, files, 'access', async (_path: string, mode: number) => {
    if ((mode & constants.W_OK) !== 0) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
  });
  const store = { kind: 'sqlite', path: join(dataFolder, 'hushlink.db') } as const;
  const site = { secret: null, previousSecrets: [] } as unknown as Config['site'];
  const [first] = await lookAtFolder({ dataFolder, store, site }, null);
  assert.equal(first?.message, `${dataFolder} cannot be read and written (EROFS)`);
  assert.match(String(first?.hint), /^mount it so that it can be written; /);
});

test('what is open to others is closed by typing the hint, whatever the name of the folder', async (t) => {
  const data = join(temporaryFolder(t), "Ann's data");
  mkdirSync(data, { mode: 0o755 });
  const { findings } = await examine(t, { HUSHLINK_DATA: data });
  const { hint } = findings.find(({ check, status }) => check === 'data' && status === 'warn') ?? {};
  const { status, stderr } = spawnSync('/bin/sh', ['-c', String(hint)], { encoding: 'utf8' });
  assert.deepEqual([status, statSync(data).mode & 0o777], [0, 0o700], stderr);
});

test('a damaged secret is told before the first start, too', async (t) => {
  const data = temporaryFolder(t);
  chmodSync(data, 0o700);
  writeFileSync(join(data, 'site-secret'), 'damaged', { mode: 0o600 });
  const { code, of } = await examine(t, { HUSHLINK_DATA: data });
  assert.equal(code, 1);
  assert.match(String(of('data')), /^fail .*site-secret must be /);
});

/** Asked what it may do, the system answers to everybody as the mode says, also to root. */
function obeyModes(t: TestContext): void {
  answerInstead(t, files, 'access', async (path: string, mode = 0) => {
    const owners = (statSync(path).mode >> 6) & 7;
    if ((owners & mode) !== mode) throw Object.assign(new Error('closed'), { code: 'EACCES' });
  });
}
