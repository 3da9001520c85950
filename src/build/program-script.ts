import { Script } from 'node:vm';

/** What executable.ts puts in beside the files that src/resources.ts is asked for. */
export const PROGRAM = 'program.js';
export const COMPILED = 'program.cache';

/**
 * The program that buildProgram makes, compiled. What is in `cachedData`, made by `createCachedData`, need not be
 * compiled again; another V8 ignores it, which only costs time.
 */
export function programScript(source: Buffer, cachedData?: Buffer): Script {
  // esbuild writes ASCII; read as such, V8 keeps it in a byte a character.
  return new Script(source.toString('latin1'), { filename: PROGRAM, ...(cachedData && { cachedData }) });
}

export function runProgram(script: Script): void {
  script.runInThisContext()(requireBuiltin);
}

/**
 * Finds the modules of Node alone. All packages are in the program, but some ask for others that they can do without:
 * these must not come from a folder of modules that somebody has put beside the executable, or above it.
 */
function requireBuiltin(name: string): unknown {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw Object.assign(new Error(`there is no ${name} here`), { code: 'MODULE_NOT_FOUND' });
  return found;
}
