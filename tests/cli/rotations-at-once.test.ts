import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CliIo } from '#src/cli/io.ts';
import { keys } from '#src/cli/keys/keys.ts';
import { rotateKeptSecret } from '#src/config/previous-secrets.ts';
import { createKeyRing } from '#src/crypto/key-ring.ts';
import { startServer } from '../support/server.ts';
import { runCli } from './run-cli.ts';

test('of changes of the site secret at once each keeps the one before it, and no more are made than may be kept', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const data = join(server.folder, 'data');
  const linesOf = (name: string) => readFileSync(join(data, name), 'utf8').trim().split('\n');
  const [first] = linesOf('site-secret');
  const threeChanges = () =>
    Promise.all([1, 2, 3].map(() => runCli(['keys', 'rotate'], { env: { HUSHLINK_DATA: data } })));
  for (const { code, stderr } of await threeChanges()) assert.equal(code, 0, stderr);
  const all = [...linesOf('site-secret'), ...linesOf('site-secret.previous')];
  assert.deepEqual([all.length, new Set(all).size, all.at(-1) === first], [4, 4, true]);
  assert.deepEqual(
    readdirSync(data).filter((name) => /turn|new/.test(name)),
    [],
  );
  // Two more are allowed.
  const codes = (await threeChanges()).map(({ code }) => code);
  assert.deepEqual([codes.toSorted(), linesOf('site-secret.previous').length], [[0, 0, 2], 5]);
});

test('who waited for another change of the site secret is told the one that it made as the one before', async (t) => {
  const server = await startServer();
  t.after(() => server.stop());
  await server.kill('SIGTERM');
  const data = join(server.folder, 'data');
  const turn = join(data, 'site-secret.turn');
  writeFileSync(turn, '');
  let between: Buffer | undefined;
  const wait = async () => {
    between = (await rotateKeptSecret(data, randomBytes))?.secret.reveal();
    rmSync(turn);
  };
  const outside = {
    env: { HUSHLINK_DATA: data },
    cwd: () => data,
    stdout: { write: () => {} },
    stderr: process.stderr,
  };
  const io = { wait, signals: { on: () => {}, off: () => {}, raise: () => {} } } as Partial<CliIo> as CliIo;
  const changed = await keys({ kind: 'rotate' }, io, outside);
  assert.ok(changed.ok && changed.value && between);
  const { siteKeyId } = createKeyRing({ siteSecret: between, randomBytes });
  assert.equal((changed.value.json as { previous: string }).previous, siteKeyId);
});
