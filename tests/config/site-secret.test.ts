import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { problemText } from '#src/config/problem.ts';
import { ensureSiteSecret } from '#src/config/site-secret.ts';
import { refuseLinks } from '../support/system-calls.ts';

const hint =
  'put your copy of it there, readable for the server, or set HUSHLINK_SITE_SECRET; with another one earlier secrets stay closed';

test('the first start makes a site secret that only its owner may read', async (context) => {
  const dataFolder = join(await temporaryFolder(context), 'deep', 'data');
  const made = await ensure(dataFolder);
  assert.equal(made.isNew, true);
  assert.equal(made.path, join(dataFolder, 'site-secret'));
  assert.equal(made.secret.reveal().length, 32);
  assert.equal((await stat(made.path)).mode & 0o777, 0o600);
  assert.equal((await stat(dataFolder)).mode & 0o777, 0o700);
  assert.deepEqual(await readdir(dataFolder), ['site-secret']);
});

test('every later start reads the same site secret and leaves it as it is', async (context) => {
  const dataFolder = await temporaryFolder(context);
  const first = await ensure(dataFolder);
  const text = await readFile(first.path, 'utf8');
  const second = await ensure(dataFolder);
  assert.equal(second.isNew, false);
  assert.deepEqual(second.secret.reveal(), first.secret.reveal());
  assert.equal(await readFile(first.path, 'utf8'), text);
});

test('of many starts at once exactly one makes the site secret and all get the same', async (context) => {
  const dataFolder = await temporaryFolder(context);
  const starts = await Promise.all(Array.from({ length: 40 }, () => ensure(dataFolder)));
  assert.equal(starts.filter((start) => start.isNew).length, 1);
  assert.equal(new Set(starts.map((start) => start.secret.reveal().toString('hex'))).size, 1);
  assert.deepEqual(await readdir(dataFolder), ['site-secret']);
});

test('where a file cannot have two names the first start makes a site secret all the same', async (context) => {
  const dataFolder = await temporaryFolder(context);
  refuseLinks(context, 'EPERM');
  const first = await ensure(dataFolder);
  assert.equal(first.isNew, true);
  assert.equal((await stat(first.path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(dataFolder), ['site-secret']);
  assert.deepEqual((await ensure(dataFolder)).secret.reveal(), first.secret.reveal());
});

test('where a file cannot have two names, a secret that another process makes meanwhile stays, and is taken', async (context) => {
  const dataFolder = await temporaryFolder(context);
  const theirs = randomBytes(32);
  refuseLinks(context, 'EPERM', () => writeFileSync(join(dataFolder, 'site-secret'), theirs.toString('base64')));
  const { isNew, secret } = await ensure(dataFolder);
  assert.deepEqual([isNew, secret.reveal()], [false, theirs]);
});

test('a damaged site secret stops the start and is not replaced', async (context) => {
  const dataFolder = await temporaryFolder(context);
  const path = join(dataFolder, 'site-secret');
  for (const [text, allowed] of [
    ['', 'must be base64, base64url or hex'],
    [randomBytes(16).toString('base64'), 'must be at least 32 bytes'],
    ['0'.repeat(64), 'must be random, not a sample or a pattern'],
  ] as const) {
    await writeFile(path, text);
    assert.deepEqual(await refusal(dataFolder), [`${path} ${allowed}; hint: ${hint}`]);
    assert.equal(await readFile(path, 'utf8'), text);
  }
});

test('where a store has a site secret already, a missing one is not made anew', async (context) => {
  const dataFolder = await temporaryFolder(context);
  const path = join(dataFolder, 'site-secret');
  const said = `${path} must be there, as this store has a site secret already; hint: ${hint}`;
  assert.deepEqual(await refusal(dataFolder, { mayMake: false }), [said]);
  assert.deepEqual(await readdir(dataFolder), []);
});

test('a data folder that cannot be made stops the start with the reason', async (context) => {
  const file = join(await temporaryFolder(context), 'file');
  await writeFile(file, '');
  const path = join(file, 'site-secret');
  assert.deepEqual(await refusal(file), [`${path} must be a file that can be read or made (ENOTDIR); hint: ${hint}`]);
});

async function ensure(dataFolder: string) {
  const result = await ensureSiteSecret({ dataFolder, randomBytes, mayMake: true });
  if (!result.ok) throw new Error(result.failure.problems.map(problemText).join('\n'));
  return result.value;
}

async function refusal(dataFolder: string, { mayMake } = { mayMake: true }): Promise<readonly string[]> {
  const result = await ensureSiteSecret({ dataFolder, randomBytes, mayMake });
  return result.ok ? [] : result.failure.problems.map(problemText);
}

async function temporaryFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hushlink-site-secret-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
}
