import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '#src/config/make-folder.ts';
import { startChild } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temp.ts';

const program = resolve(import.meta.dirname, '../../dist/hushlink.js');

type Env = Readonly<Record<string, string>>;

/** What a server says on standard error that cannot start. */
const refusal = (env: Env) => saidBy(env, /Hushlink cannot start: [^\n]+/);

async function saidBy(env: Env, pattern: RegExp): Promise<string> {
  const child = startChild(process.execPath, [program, 'serve'], { env: { PORT: '0', HOST: '127.0.0.1', ...env } });
  const [said] = await child.waitFor(pattern);
  return said;
}

test('a port that cannot be opened is told by its key, with a way out', async (t) => {
  const port = await listening(t, createServer());
  const env = { HUSHLINK_DATA: temporaryFolder(t) };
  const taken = `127.0.0.1:${port} (EADDRINUSE); hint: something else listens there`;
  assert.ok((await refusal({ ...env, PORT: String(port) })).includes(`listen.port cannot be opened at ${taken}`));
  const internal = await refusal({ ...env, HUSHLINK_LISTEN_INTERNAL_PORT: String(port) });
  assert.ok(internal.includes(`listen.internal_port cannot be opened at ${taken}`));
  const elsewhere = await refusal({ ...env, HOST: '203.0.113.9' });
  assert.match(
    elsewhere,
    /listen\.port cannot be opened at 203\.0\.113\.9:0 \(EADDRNOTAVAIL\); hint: listen\.host is an /,
  );
});

test('a database that cannot be opened is told by its path', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'hushlink.db'), 'none of ours');
  const said = await refusal({ HUSHLINK_DATA: folder });
  assert.ok(said.endsWith(`${join(folder, 'hushlink.db')} cannot be opened: file is not a database`), said);
});

test('a server whose Redis is away at its start listens nowhere, says why, and ends for its supervisor to start it again', async () => {
  const env = {
    HUSHLINK_STORE: `redis://127.0.0.1:${await freePort()}`,
    HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64'),
    ...{ PORT: '0', HOST: '127.0.0.1' },
  };
  const { code, stdout, stderr } = await startChild(process.execPath, [program, 'serve'], { env }).ended;
  assert.equal(code, 1);
  assert.doesNotMatch(stdout + stderr, /"event":"listening"/);
  assert.match(stderr, /Hushlink cannot start: Redis does not answer \(connect ECONNREFUSED/);
});

test('a data folder where none can be made ends the start with a sentence', async (t) => {
  const data = '/proc/hushlink/data';
  const said = await refusal({ HUSHLINK_DATA: data });
  assert.match(said, /\/proc\/hushlink\/data\/hushlink\.db cannot be opened: ENOENT: .*mkdir/);
  const folder = join(temporaryFolder(t), 'a/b');
  makeFolder(folder);
  makeFolder(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('a file in place of the data folder, or above it, is told to be one, and nobody is sent to chown it', async (t) => {
  const file = join(temporaryFolder(t), 'data');
  writeFileSync(file, '');
  const secret = { HUSHLINK_SITE_SECRET: randomBytes(32).toString('base64') };
  for (const env of [{}, secret]) {
    for (const data of [file, join(file, 'inner')]) {
      const said = await saidBy({ HUSHLINK_DATA: data, ...env }, /^[^\n]+\n/);
      assert.equal(
        said,
        `${file} is a file; hint: data names a folder, and store a file in one that is there or can be made\n`,
      );
    }
  }
});
