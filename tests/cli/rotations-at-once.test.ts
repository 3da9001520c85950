import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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
