import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#src/result.ts';
import { SECRET_REFUSALS } from './fields.ts';
import { makeFolder } from './make-folder.ts';
import { nameDraft } from './name-draft.ts';
import { SITE_SECRET_FILE } from './previous-secrets.ts';
import { type ConfigFailure, errorCode, refusedFile } from './problem.ts';
import { Redacted } from './redacted.ts';
import { MIN_SECRET_BYTES, readSecretText } from './secret-text.ts';

export interface SiteSecretDeps {
  /** Absolute. */
  readonly dataFolder: string;
  readonly randomBytes: (size: number) => Buffer;
  /** Whether a missing secret is made; otherwise it is a problem. */
  readonly mayMake: boolean;
}

export interface SiteSecret {
  readonly secret: Redacted<Buffer>;
  /** True when this call made it: announce the path, it belongs into the backup. */
  readonly isNew: boolean;
  readonly path: string;
}

const HINT =
  'put your copy of it there, readable for the server, or set HUSHLINK_SITE_SECRET; with another one earlier secrets stay closed';

/**
 * The site secret of an embedded store: read from `<data>/site-secret`, or made there (file 0600,
 * folder 0700). Once it is returned as new it is on the disk. Of any number of processes that
 * start at the same time one makes it, and all get the same.
 */
export async function ensureSiteSecret(deps: SiteSecretDeps): Promise<Result<SiteSecret, ConfigFailure>> {
  const path = join(deps.dataFolder, SITE_SECRET_FILE);
  try {
    const text = await readIfThere(path);
    if (text !== null) return readExisting(path, text);
    if (!deps.mayMake) return refusedFile(path, 'must be there, as this store has a site secret already', HINT);
    const isNew = await makeSecret(deps, path);
    return readExisting(path, await readFile(path, 'utf8'), isNew);
  } catch (error) {
    return refusedFile(path, `must be a file that can be read or made (${errorCode(error)})`, HINT);
  }
}

function readExisting(path: string, text: string, isNew = false): Result<SiteSecret, ConfigFailure> {
  const bytes = readSecretText(text);
  if (!bytes.ok) return refusedFile(path, SECRET_REFUSALS[bytes.failure.kind], HINT);
  return ok({ secret: new Redacted(bytes.value), isNew, path });
}

/** False where another process has made one meanwhile, which stays. */
async function makeSecret({ dataFolder, randomBytes }: SiteSecretDeps, path: string): Promise<boolean> {
  makeFolder(dataFolder);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeDurably(draft, `${randomBytes(MIN_SECRET_BYTES).toString('base64')}\n`);
    const isFirst = await nameIfAbsent(draft, path);
    await syncAndClose(await open(dataFolder, 'r'));
    return isFirst;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await syncAndClose(file);
  }
}

async function syncAndClose(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function nameIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await nameDraft(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
