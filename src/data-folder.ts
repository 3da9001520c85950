import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from './config/config.ts';
import { SITE_SECRET_FILE } from './config/previous-secrets.ts';

/** The user and the group of a process. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
}

type Places = Pick<Config, 'dataFolder' | 'store' | 'site'>;

const { R_OK, W_OK, X_OK } = constants;

/**
 * What keeps us from the files that we must read and write, in a line with the way out; null if nothing does. In a
 * container it is mostly a volume that belongs to another user.
 */
export function closedToUs(places: Places, us: ProcessUser): string | null {
  for (const [path, mode] of needs(places)) {
    const place = nearest(path);
    const asked = place === path ? mode : W_OK | X_OK;
    if ((asked & X_OK) !== 0 && !statSync(place).isDirectory()) return notFolder(place);
    try {
      accessSync(place, asked);
    } catch (error) {
      return refusal(place, places.dataFolder, us, error);
    }
  }
  return null;
}

function* needs({ dataFolder, store, site }: Places): Generator<readonly [path: string, mode: number]> {
  if (site.secret === null) yield [join(dataFolder, SITE_SECRET_FILE), R_OK];
  if (store.kind !== 'sqlite') return;
  // SQLite makes files beside its own.
  yield [dirname(store.path), W_OK | X_OK];
  for (const file of ['', '-wal', '-shm']) yield [store.path + file, R_OK | W_OK];
}

/** The file or folder itself, or else the one in which it will be made. */
function nearest(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearest(dirname(path));
}

function refusal(place: string, dataFolder: string, us: ProcessUser, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
  if (code === 'EROFS') return `${place} cannot be written; hint: ${readOnlyHint(dataFolder)}`;
  const hint = `chown -R ${us.uid} what is mounted there, or run as the user it belongs to`;
  return `${place} is closed to user ${us.uid}, group ${us.gid}: it ${ownerOf(statSync(place))} (${code}); hint: ${hint}`;
}

/** A container is read-only, and so is all but a few folders to a service of systemd. */
function readOnlyHint(dataFolder: string): string {
  return `in a container mount a volume at ${dataFolder}; under systemd make the folder, and name it in ReadWritePaths= of the unit`;
}

function notFolder(place: string): string {
  return `${place} is a file; hint: data names a folder, and store a file in one that is there or can be made`;
}

function ownerOf({ uid, gid, mode }: Stats): string {
  return `belongs to user ${uid}, group ${gid}, with mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`;
}
