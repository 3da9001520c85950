import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** What tests need beyond npm. */
export type ProgramName = 'redis-server' | 'chromium';

interface Program {
  /** Names the program to use, and nothing else is tried then. */
  readonly variable: string;
  /** Names to look for on PATH, then usual places. */
  readonly candidates: readonly string[];
  readonly debianPackages: readonly string[];
  readonly hint: string;
}

export const programs: Readonly<Record<ProgramName, Program>> = {
  'redis-server': {
    variable: 'HUSHLINK_REDIS_SERVER',
    candidates: [
      'redis-server',
      '/usr/bin/redis-server',
      '/usr/local/bin/redis-server',
      '/opt/homebrew/bin/redis-server',
    ],
    debianPackages: ['redis-server'],
    hint: 'Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis',
  },
  chromium: {
    variable: 'HUSHLINK_CHROMIUM',
    candidates: [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      '/usr/bin/chromium',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debianPackages: ['chromium', 'fonts-dejavu-core'],
    hint: 'Debian: apt-get install chromium; macOS: brew install --cask chromium; any Chrome or Chromium will do',
  },
};

/** The path of a program that runs, or null. Throws if its variable names one that does not run. */
export function findProgram(name: ProgramName): string | null {
  const { variable, candidates } = programs[name];
  const chosen = process.env[variable];
  if (!chosen) return candidates.flatMap(placesOf).find(doesRun) ?? null;
  if (!doesRun(chosen)) throw new Error(`${variable} is ${chosen}, which does not run`);
  return chosen;
}

/** Like `findProgram`, for tests: throws with the way to get what is missing. */
export function needProgram(name: ProgramName): string {
  const path = findProgram(name);
  if (path === null) throw new Error(howToGet(name));
  return path;
}

/** One line for people: what is missing and how to get it. */
export function howToGet(name: ProgramName): string {
  const { variable, hint } = programs[name];
  return `${name} is missing. ${hint}; or name one in ${variable}.`;
}

function placesOf(candidate: string): string[] {
  if (isAbsolute(candidate)) return [candidate];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, candidate));
}

function doesRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // A file of that name may be a stub that only tells where to get the real one.
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}
