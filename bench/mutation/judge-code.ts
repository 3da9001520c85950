import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { Group } from './groups.ts';
import type { JudgedMutant, Verdict } from './judged.ts';

const VERDICTS: Readonly<Record<string, Verdict>> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'not-run',
  RuntimeError: 'broken',
  CompileError: 'broken',
};

const SANDBOXES = 'coverage/mutation';

/**
 * Judges what StrykerJS makes of these sources: it writes all mutants into one copy of the project, sees which test
 * file comes to which of them, and runs those with one mutant at a time, until one fails.
 */
export async function judgeCode(
  { name, tests }: Group,
  sources: readonly string[],
  concurrency: number,
): Promise<JudgedMutant[]> {
  const stryker = new Stryker({
    mutate: [...sources],
    testRunner: 'tap',
    plugins: ['@stryker-mutator/tap-runner'],
    tap: { testFiles: [...tests], nodeArgs: ['--import', './src/build/loader.mjs', '--test-reporter=tap'] },
    reporters: ['progress-append-only'],
    concurrency,
    // A machine that is busy is slow at times; a mutant that never ends costs as much each time.
    timeoutMS: 8000,
    dryRunTimeoutMinutes: 15,
    // Inside the project, where the copy finds the packages; what it holds was made, not written.
    tempDirName: `${SANDBOXES}/${name}`,
    symlinkNodeModules: false,
    ignorePatterns: ['/biome.json', '/coverage', '/dist', '/docs', '/examples', '/helm'],
    // StrykerJS would read it with a TypeScript from before version 7.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  return results.map(({ fileName, location, mutatorName, replacement, status }) => {
    const lines = readFileSync(fileName, 'utf8').split('\n');
    return {
      source: relative(process.cwd(), fileName),
      line: location.start.line,
      code: lines[location.start.line - 1]?.trim() ?? '',
      mutator: mutatorName,
      original: cut(lines, location),
      replacement,
      verdict: VERDICTS[status] ?? 'broken',
    };
  });
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** What stands there; lines and columns count from one. */
function cut(all: readonly string[], { start, end }: { readonly start: Place; readonly end: Place }): string {
  const lines = all.slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : line.length))
    .join('\n');
}
