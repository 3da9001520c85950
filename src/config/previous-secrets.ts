import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#src/result.ts';
import { SECRET_REFUSALS } from './fields.ts';
import { type ConfigFailure, errorCode, refusedFile } from './problem.ts';
import { Redacted } from './redacted.ts';
import { MIN_SECRET_BYTES, readSecretText } from './secret-text.ts';

/** The embedded store's secrets are kept in its data folder: the one in force, and the earlier ones, one on a line. */
export const SITE_SECRET_FILE = 'site-secret';
export const PREVIOUS_SECRETS_FILE = 'site-secret.previous';

const HINT =
  'put your copy of it there, readable for the server; what an earlier site secret has sealed does not open without it';

/** Limited because each of them is tried on whatever names no key. */
export const MOST_PREVIOUS = 5;

/** Newest first; none where the secret was never changed. */
export async function readPreviousSecrets(
  dataFolder: string,
): Promise<Result<readonly Redacted<Buffer>[], ConfigFailure>> {
  const path = join(dataFolder, PREVIOUS_SECRETS_FILE);
  try {
    const secrets: Redacted<Buffer>[] = [];
    for (const text of await readLines(path)) {
      const bytes = readSecretText(text);
      if (!bytes.ok) return refusedFile(path, SECRET_REFUSALS[bytes.failure.kind], HINT);
      secrets.push(new Redacted(bytes.value));
    }
    return ok(secrets);
  } catch (error) {
    return refusedFile(path, `must be a file that can be read (${errorCode(error)})`, HINT);
  }
}

interface Rotation {
  readonly kept: string;
  readonly previous: string;
  readonly secret: Redacted<Buffer>;
  /** What was in force until then: another change may have made it since the caller last looked. */
  readonly replaced: Redacted<Buffer>;
}

/**
 * Makes a new secret and keeps the one before beside it. Both files are replaced as a whole and are on the
 * disk before the next step: whatever cuts it short, every secret there was is still there. Null, and nothing
 * changed, where `MOST_PREVIOUS` are kept already.
 */
export async function rotateKeptSecret(
  dataFolder: string,
  randomBytes: (size: number) => Buffer,
): Promise<Rotation | null> {
  const [kept, previous] = [join(dataFolder, SITE_SECRET_FILE), join(dataFolder, PREVIOUS_SECRETS_FILE)];
  const current = (await readFile(kept, 'utf8')).trim();
  const replaced = readSecretText(current);
  if (!replaced.ok) throw new Error('the file holds no site secret');
  // A change that was cut short has left the secret in force among the earlier ones.
  const before = (await readLines(previous)).filter((line) => line !== current);
  if (before.length >= MOST_PREVIOUS) return null;
  await replaceDurably(previous, [current, ...before], dataFolder);
  const secret = randomBytes(MIN_SECRET_BYTES);
  await replaceDurably(kept, [secret.toString('base64')], dataFolder);
  return { kept, previous, secret: new Redacted(secret), replaced: new Redacted(replaced.value) };
}

/** Drops the earlier secrets that `isDropped` picks, and returns how many those were. */
export async function dropPreviousSecrets(dataFolder: string, isDropped: (secret: Buffer) => boolean): Promise<number> {
  const path = join(dataFolder, PREVIOUS_SECRETS_FILE);
  const lines = await readLines(path);
  const left = lines.filter((line) => {
    const bytes = readSecretText(line);
    return !(bytes.ok && isDropped(bytes.value));
  });
  if (left.length < lines.length) await replaceDurably(path, left, dataFolder);
  return lines.length - left.length;
}

/** Drops the secret in force from the earlier ones: a change that was cut short leaves it there, and it is refused. */
export async function leaveOutCurrent(dataFolder: string): Promise<void> {
  const current = readSecretText((await readFile(join(dataFolder, SITE_SECRET_FILE), 'utf8')).trim());
  if (current.ok) await dropPreviousSecrets(dataFolder, (secret) => secret.equals(current.value));
}

async function readLines(path: string): Promise<string[]> {
  try {
    const text = await readFile(path, 'utf8');
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function replaceDurably(path: string, lines: readonly string[], folder: string): Promise<void> {
  const draft = `${path}.new`;
  // Left by a change that was cut short: nothing has ever read it.
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    try {
      await file.writeFile(lines.map((line) => `${line}\n`).join(''));
      await giveToOwner(file, path, folder);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  const listing = await open(folder, 'r');
  try {
    await listing.sync();
  } finally {
    await listing.close();
  }
}

/** A command may be run as root, and the server reads the file as its own user. */
async function giveToOwner(file: FileHandle, path: string, folder: string): Promise<void> {
  const current = join(folder, SITE_SECRET_FILE);
  const { uid, gid } = await stat(existsSync(current) ? current : path);
  if ((await file.stat()).uid !== uid) await file.chown(uid, gid);
}
