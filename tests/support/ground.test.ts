import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestApp } from './app.ts';
import { createClock } from './clock.ts';
import { freePort } from './free-port.ts';
import { findProgram, programs } from './programs.ts';
import { readRequirements } from './requirements.ts';
import { temporaryFolder } from './temp.ts';

test('the clock stands still until it is told to move', () => {
  const { now, advance, set } = createClock(1_000);
  assert.equal(now(), 1_000);
  advance(250);
  assert.equal(now(), 1_250);
  set(5);
  assert.equal(now(), 5);
});

test('a temporary folder is gone after its test, with all it held', async (t) => {
  let folder = '';
  await t.test('a test that writes', (inner) => {
    folder = temporaryFolder(inner);
    writeFileSync(join(folder, 'file'), 'text');
  });
  assert.notEqual(folder, '');
  assert.equal(existsSync(folder), false);
});

test('the folder of a site is gone after its test, even if that has closed the store itself', async (t) => {
  let folder = '';
  await t.test('a test whose store goes away', async (inner) => {
    const site = createTestApp(inner);
    folder = site.folder;
    await site.store.close();
  });
  assert.notEqual(folder, '');
  assert.equal(existsSync(folder), false);
});

test('a free port can be listened on', async (t) => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
});

test('a program named by its variable must run: nothing else is taken in its place', (t) => {
  const { variable } = programs['redis-server'];
  const before = process.env[variable];
  t.after(() => {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  });
  process.env[variable] = '/nowhere/redis-server';
  assert.throws(() => findProgram('redis-server'), /HUSHLINK_REDIS_SERVER is \/nowhere\/redis-server/);
  process.env[variable] = process.execPath;
  assert.equal(findProgram('redis-server'), process.execPath);
});

test('the requirements are read with their ids and texts', () => {
  const requirements = readRequirements();
  assert.equal(requirements.get('GEN-01')?.area, 'Product and roles');
  assert.ok(requirements.size > 400);
});
