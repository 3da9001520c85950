import { constants, type Stats } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#src/config/config.ts';
import { PREVIOUS_SECRETS_FILE, SITE_SECRET_FILE } from '#src/config/previous-secrets.ts';
import { systemCode } from '../system/system-code.ts';
import { type Finding, failure, fine, orFine, warning } from './finding.ts';
import { lookAtSeal } from './seal.ts';
import { bytesText } from './size.ts';
import { SAID } from './texts.ts';

type Places = Pick<Config, 'dataFolder' | 'store' | 'site'>;

const { R_OK, W_OK, X_OK } = constants;

/**
 * Whether the server can write to the data folder and open what it has kept there, and nobody else can read it. `gid`
 * is our group; null where there are no groups.
 */
export async function lookAtFolder(places: Places, gid: number | null): Promise<readonly Finding[]> {
  const { dataFolder, store, site } = places;
  if (store.kind === 'redis' && site.secret !== null) return [fine('data', SAID.dataUnneeded)];
  const file = await fileAbove(dataFolder);
  if (file !== null) return [failure('data', SAID.notFolder(file))];
  const closed = await access(dataFolder, X_OK).then(() => null, closedFolder(dataFolder));
  // Nothing can be known of what is in a closed folder.
  if (closed !== null) return [closed];
  const [stats, seal] = [await statsOf(dataFolder), await lookAtSeal(places)];
  if (stats === null) return seal.length > 0 ? seal : [await lookAtParent(dataFolder)];
  // Secrets need only be readable: a change replaces their file.
  const secrets = [SITE_SECRET_FILE, PREVIOUS_SECRETS_FILE].map((name) => join(dataFolder, name));
  const database = store.kind === 'sqlite' ? [store.path, `${store.path}-wal`] : [];
  const found = [
    await access(dataFolder, R_OK | W_OK | X_OK).then(() => null, notWritable(dataFolder)),
    hasVolumeMode(stats, gid) ? null : judgeMode(dataFolder, stats, '700'),
    ...(await Promise.all(secrets.map((path) => lookAtFile(path, R_OK)))),
    ...(await Promise.all(database.map((path) => lookAtFile(path, R_OK | W_OK)))),
    ...seal,
  ];
  return orFine(found, fine('data', SAID.data(dataFolder)));
}

async function lookAtFile(path: string, mode: number): Promise<Finding | null> {
  const stats = await statsOf(path);
  if (stats === null) return null;
  const wrong = await access(path, mode).then(() => null, mode === R_OK ? notReadable(path) : notWritable(path));
  return wrong ?? judgeMode(path, stats, '600');
}

/** A folder that is yet to be made needs one above it that we may write to. */
async function lookAtParent(folder: string): Promise<Finding> {
  const parent = await nearestThere(folder);
  const wrong = await access(parent, W_OK | X_OK).then(() => null, notWritable(parent));
  return wrong ?? fine('data', SAID.dataToCome(folder));
}

/** A file in place of this folder, or of one above it; null without one. */
export async function fileAbove(folder: string): Promise<string | null> {
  const nearest = await nearestThere(folder);
  return (await stat(nearest)).isDirectory() ? null : nearest;
}

function closedFolder(path: string) {
  return (error: unknown) => (systemCode(error) === 'ENOENT' ? null : notWritable(path)(error));
}

function notReadable(path: string) {
  return (error: unknown) => failure('data', SAID.notReadable(path, systemCode(error)));
}

function notWritable(path: string) {
  return (error: unknown) => {
    const code = systemCode(error);
    return failure('data', (code === 'EROFS' ? SAID.mountedReadOnly : SAID.notWritable)(path, code));
  };
}

/** As volumes of containers come: open to our group, or to root's. The files in it are closed to both all the same. */
function hasVolumeMode({ mode, gid }: Stats, ours: number | null): boolean {
  return (mode & 0o007) === 0 && (gid === 0 || gid === ours);
}

function judgeMode(path: string, { mode }: Stats, wanted: string): Finding | null {
  if ((mode & 0o077) === 0) return null;
  return warning('data', SAID.openToOthers(path, (mode & 0o777).toString(8).padStart(4, '0'), wanted));
}

async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The path itself if it exists, else the nearest above it that does: a folder, or a file in place of one. */
async function nearestThere(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestThere(dirname(path));
}

const LOW_BYTES = 1024 ** 3;
const TOO_LOW_BYTES = 100 * 1024 ** 2;

export async function lookAtDisk({ store }: Places): Promise<readonly Finding[]> {
  if (store.kind === 'redis') return [fine('disk', SAID.diskUnneeded)];
  const folder = await nearestThere(dirname(store.path));
  const { bavail, bsize } = await statfs(folder);
  return [judgeDisk(bavail * bsize, folder)];
}

export function judgeDisk(freeBytes: number, folder: string): Finding {
  const free = bytesText(freeBytes);
  if (freeBytes >= LOW_BYTES) return fine('disk', SAID.disk(free, folder));
  return (freeBytes < TOO_LOW_BYTES ? failure : warning)('disk', SAID.diskLow(free, folder));
}
