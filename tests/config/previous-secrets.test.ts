import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dropPreviousSecrets, readPreviousSecrets, rotateKeptSecret } from '#src/config/previous-secrets.ts';
import { ensureSiteSecret } from '#src/config/site-secret.ts';
import { temporaryFolder } from '../support/temp.ts';
import { configOf, olderSecret, oldestSecret } from './load-sample.ts';

test('previous site secrets come from a variable, a file with one on each line, or the YAML', () => {
  const [older, oldest] = [Buffer.from(olderSecret, 'base64'), Buffer.from(oldestSecret, 'hex')];
  const files = { '/run/previous': `${olderSecret}\n${oldestSecret}\n` };
  for (const sample of [
    { env: { HUSHLINK_SITE_PREVIOUS_SECRETS: `${olderSecret}, ${oldestSecret}` } },
    { env: { HUSHLINK_SITE_PREVIOUS_SECRETS_FILE: '/run/previous' }, files },
    { own: `site: { previous_secrets: ['${olderSecret}', '${oldestSecret}'] }` },
  ]) {
    const { previousSecrets } = configOf(sample).site;
    assert.deepEqual(
      previousSecrets.map((secret) => secret.reveal()),
      [older, oldest],
    );
  }
});

test('the secret in the data folder is changed as often as one likes, and each earlier one is kept beside it', async (t) => {
  const dataFolder = temporaryFolder(t);
  const seen = [await current(dataFolder)];
  for (let change = 0; change < 3; change += 1) {
    await rotateKeptSecret(dataFolder, randomBytes);
    seen.unshift(await current(dataFolder));
    assert.deepEqual(await previous(dataFolder), seen.slice(1));
  }
  assert.equal(new Set(seen).size, 4);
  assert.deepEqual(readdirSync(dataFolder).toSorted(), ['site-secret', 'site-secret.previous']);
  assert.equal(statSync(join(dataFolder, 'site-secret.previous')).mode & 0o777, 0o600);
  assert.equal(await dropPreviousSecrets(dataFolder, (secret) => secret.toString('hex') === seen[2]), 1);
  assert.deepEqual(await previous(dataFolder), [seen[1], seen[3]]);
});

test('a sixth previous secret is not made: nothing changes', async (t) => {
  const dataFolder = temporaryFolder(t);
  await current(dataFolder);
  for (let change = 0; change < 5; change += 1) assert.ok(await rotateKeptSecret(dataFolder, randomBytes));
  const before = [await current(dataFolder), ...(await previous(dataFolder))];
  assert.equal(await rotateKeptSecret(dataFolder, randomBytes), null);
  assert.deepEqual([await current(dataFolder), ...(await previous(dataFolder))], before);
});

test('a change that is cut short after its first step has lost nothing, and is done again', async (t) => {
  const dataFolder = temporaryFolder(t);
  const before = await current(dataFolder);
  const cut = () => {
    throw new Error('cut short');
  };
  await assert.rejects(rotateKeptSecret(dataFolder, cut), /cut short/);
  assert.equal(await current(dataFolder), before);
  writeFileSync(join(dataFolder, 'site-secret.new'), 'half');
  await rotateKeptSecret(dataFolder, randomBytes);
  assert.notEqual(await current(dataFolder), before);
  assert.deepEqual(await previous(dataFolder), [before]);
});

test('a file of previous secrets that cannot be read as such stops the start and shows none of it', async (t) => {
  const dataFolder = temporaryFolder(t);
  await rotateKeptSecret(await withSecret(dataFolder), randomBytes);
  const file = join(dataFolder, 'site-secret.previous');
  writeFileSync(file, `${readFileSync(file, 'utf8')}nonsense of mine\n`);
  const read = await readPreviousSecrets(dataFolder);
  assert.ok(!read.ok);
  assert.match(JSON.stringify(read.failure), /must be base64, base64url or hex/);
  assert.doesNotMatch(JSON.stringify(read.failure), /nonsense/);
});

async function withSecret(dataFolder: string): Promise<string> {
  await current(dataFolder);
  return dataFolder;
}

async function current(dataFolder: string): Promise<string> {
  const made = await ensureSiteSecret({ dataFolder, randomBytes, mayMake: true });
  assert.ok(made.ok);
  return made.value.secret.reveal().toString('hex');
}

async function previous(dataFolder: string): Promise<string[]> {
  const read = await readPreviousSecrets(dataFolder);
  assert.ok(read.ok);
  return read.value.map((secret) => secret.reveal().toString('hex'));
}
