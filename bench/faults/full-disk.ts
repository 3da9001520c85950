import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '../../tests/support/temp.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves no byte free. */
  fill(): void;
  free(): void;
}

/** A file system of its own in memory, taken away with `t`. Needs root, or `sudo` that asks for no password. */
export function smallDisk(t: Cleanup, megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'hushlink-disk-'));
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder);
  t.after(() => {
    asRoot('umount', folder);
    rmSync(folder, { recursive: true });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
  };
}

function fillUp(path: string): void {
  const file = openSync(path, 'a');
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

function asRoot(...command: readonly string[]): void {
  const whole = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  const { status, stderr } = spawnSync(whole[0] ?? '', whole.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${whole.join(' ')}: ${stderr}`);
}
