import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What `npm run build:binary` makes. */
export const executable = resolve(root, 'dist/hushlink');

/** The same from the sources: what measures coverage sees them in the processes that tests start. */
export const fromSources = resolve(root, 'tests/support/from-sources.mjs');

/** A program and the arguments that come before its own. */
export type Command = readonly [string, ...string[]];

const chosen = process.env.HUSHLINK_TEST_PROGRAM;
const chosenProgram: Command | null = chosen ? startOf(resolve(root, chosen)) : null;

/** A script needs no PATH to find its Node. */
function startOf(path: string): Command {
  return path.endsWith('.mjs') ? [process.execPath, path] : [path];
}

/**
 * What people would start, after `npm run build`. HUSHLINK_TEST_PROGRAM names the executable instead: the suite
 * `binary` of tests/run.ts sets it, and runs the tests of browser and command line again.
 */
export const builtProgram: Command = chosenProgram ?? [process.execPath, resolve(root, 'dist/hushlink.js')];

/** The command line: from the sources, so that nothing has to be built for it, or the same executable. */
export const commandLine: Command = chosenProgram ?? [
  process.execPath,
  ...['--import', import.meta.resolve('#src/build/loader.mjs'), resolve(root, 'src/cli/main.ts')],
];
