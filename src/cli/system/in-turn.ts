import { rmSync } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '#src/config/make-folder.ts';
import type { CliIo } from '../io.ts';
import { withCleanEnd } from './held-signals.ts';
import { systemCode } from './system-code.ts';

const WAIT_MS = 50;
/** After so many waits for the same turn, its process must have ended within it: none takes that long. */
const MAX_WAITS = 100;

/**
 * Runs `work` while no other process has its turn at that file: whoever reads a file to write it anew would lose what
 * somebody else writes in between. A turn is a file beside it. Throws the system's error.
 */
export async function inTurn<T>(path: string, io: Pick<CliIo, 'wait' | 'signals'>, work: () => Promise<T>): Promise<T> {
  const turn = `${path}.turn`;
  makeFolder(dirname(path));
  await take(turn, io);
  const end = () => rmSync(turn, { force: true });
  return withCleanEnd(io, end, work).finally(end);
}

async function take(turn: string, { wait }: Pick<CliIo, 'wait'>): Promise<void> {
  let [awaited, waits] = ['', 0];
  while (!(await isTaken(turn))) {
    const other = await whichTurn(turn);
    waits = other === awaited ? waits + 1 : 0;
    awaited = other;
    if (waits > MAX_WAITS) await takeAway(turn, awaited);
    // The process that was taking it away has ended, or this file system has no hard links.
    if (waits > 2 * MAX_WAITS) await Promise.all([turn, overNameOf(turn)].map((path) => rm(path, { force: true })));
    await wait(WAIT_MS);
  }
}

/** Tries to take the turn; false if somebody else has it. */
async function isTaken(turn: string): Promise<boolean> {
  try {
    await (await open(turn, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Of all who have waited for that turn, one takes it away, and nobody takes away another that has begun since: only one
 * at a time can give it a second name, by which it then sees which turn it has.
 */
async function takeAway(turn: string, awaited: string): Promise<void> {
  const over = overNameOf(turn);
  try {
    await link(turn, over);
  } catch {
    return;
  }
  if ((await whichTurn(over)) === awaited) await rm(turn, { force: true });
  await rm(over, { force: true });
}

function overNameOf(turn: string): string {
  return `${turn}.over`;
}

/** Tells the turn of one process from that of the next; empty where it has just ended. */
async function whichTurn(turn: string): Promise<string> {
  try {
    const { ino, mtimeMs } = await stat(turn);
    return `${ino} ${mtimeMs}`;
  } catch {
    return '';
  }
}
