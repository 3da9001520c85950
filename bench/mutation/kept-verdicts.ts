import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedMutant } from './judged.ts';

const FILE = 'coverage/mutation/verdicts.json';

/** Verdicts by source. What was judged stays, so that one file can be judged again without all others. */
export type Verdicts = Readonly<Record<string, readonly JudgedMutant[]>>;

export function readVerdicts(): Verdicts {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
}

/** Takes the place of what was kept of these sources. */
export function keepVerdicts(sources: readonly string[], judged: readonly JudgedMutant[]): void {
  const anew = sources.map((one) => [one, judged.filter(({ source }) => source === one)]);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readVerdicts(), ...Object.fromEntries(anew) }));
}
