import { Script } from 'node:vm';

/** What executable.ts puts in beside the files that src/resources.ts is asked for. */
export const PROGRAM = 'program.js';
export const COMPILED = 'program.cache';

/**
 * The program that buildProgram makes, compiled; what of it is in `cachedData`, as `createCachedData` has left it, need
 * not be compiled again. From another V8 that is passed over, and costs time alone.
 */
export function programScript(source: Buffer, cachedData?: Buffer): Script {
  // esbuild writes ASCII; read as such, V8 keeps it in a byte a character.
  return new Script(source.toString('latin1'), { filename: PROGRAM, ...(cachedData && { cachedData }) });
}

export function runProgram(script: Script): void {
  script.runInThisContext()(requireBuiltin);
}

/**
 * All packages are in the program, and some ask for others that they can do without: a folder of modules that somebody
 * has laid beside the executable, or above it, is not looked into.
 */
function requireBuiltin(name: string): unknown {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw Object.assign(new Error(`there is no ${name} here`), { code: 'MODULE_NOT_FOUND' });
  return found;
}
