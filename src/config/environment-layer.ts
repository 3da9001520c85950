import { resolve } from 'node:path';
import type { Entry, Layer } from './entry.ts';
import { nearest } from './nearest.ts';
import type { ConfigProblem } from './problem.ts';
import { CUSTOMARY_NAMES, environmentName, KEY_PATHS, type KeyPath, SECRET_KEYS } from './schema.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How the environment reaches files: `_FILE` variants are relative to `cwd`. */
export interface EnvironmentReader {
  readonly env: Environment;
  readonly readFile: (path: string) => string;
  readonly cwd: string;
}

const PREFIX = 'HUSHLINK_';

/** The variable that names a YAML of the operator's own. */
export const CONFIG_FILE_VARIABLE = 'HUSHLINK_CONFIG';

/** Reads the variable of every key, and for secret keys its `_FILE` variant. */
export function readEnvironmentLayer(reader: EnvironmentReader): Layer {
  const found = KEY_PATHS.map((path) => readKey(reader, path));
  return { entries: found.flatMap((layer) => layer.entries), problems: found.flatMap((layer) => layer.problems) };
}

/** A variable's value; an empty one counts as unset, as compose files pass on what nobody set. */
export function valueOfVariable(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

/** Warnings about variables that look like ours and are not. Platforms add some, so they stop nothing. */
export function unknownVariableWarnings(env: Environment): readonly string[] {
  const known = knownVariables();
  const bare = known.map((name) => name.slice(PREFIX.length));
  const unknown = Object.keys(env).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  return unknown.toSorted().map((name) => unknownVariableText(name, nearest(name.slice(PREFIX.length), bare)));
}

/** A problem with a file that a variable names. `got` is null where the path may be a misplaced secret. */
export function unreadableFile(variable: string, got: string | null, error: unknown): ConfigProblem {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return {
    source: { kind: 'variable', name: variable },
    key: null,
    allowed: `must name a file that can be read${code}`,
    got,
    hint: 'look at the path and at who may read it',
  };
}

function readKey(reader: EnvironmentReader, path: KeyPath): Layer {
  const name = environmentName(path);
  const fileVariable = `${name}_FILE`;
  const file = SECRET_KEYS.has(path) ? valueOfVariable(reader.env, fileVariable) : null;
  const value = valueOfVariable(reader.env, name);
  if (file !== null && value !== null) return { entries: [], problems: [bothSet(name, fileVariable)] };
  if (file !== null) return readSecretFile(reader, { path, fileVariable, file });
  return { entries: [...customaryEntry(reader.env, path), ...entryOf(path, name, value)], problems: [] };
}

function readSecretFile(
  { readFile, cwd }: EnvironmentReader,
  { path, fileVariable, file }: { readonly path: KeyPath; readonly fileVariable: string; readonly file: string },
): Layer {
  try {
    return { entries: entryOf(path, fileVariable, readFile(resolve(cwd, file)).trim()), problems: [] };
  } catch (error) {
    return { entries: [], problems: [unreadableFile(fileVariable, null, error)] };
  }
}

function customaryEntry(env: Environment, path: KeyPath): readonly Entry[] {
  const name = CUSTOMARY_NAMES[path];
  return name === undefined ? [] : entryOf(path, name, valueOfVariable(env, name));
}

function entryOf(path: KeyPath, name: string, value: string | null): readonly Entry[] {
  return value === null ? [] : [{ path, value, source: { kind: 'variable', name } }];
}

function bothSet(name: string, fileVariable: string): ConfigProblem {
  return {
    source: { kind: 'variable', name },
    key: null,
    allowed: `must not be set together with ${fileVariable}`,
    got: null,
    hint: 'keep the one you mean',
  };
}

/** What the client commands read; a shell that has them may start a server too. */
const CLIENT_NAMES = ['PROFILE', 'SERVER', 'USER', 'TOKEN', 'TOKEN_FILE', 'TIMEOUT', 'TTL', 'PASSPHRASE'];
const CLIENT_VARIABLES = CLIENT_NAMES.map((name) => `${PREFIX}${name}`);

function knownVariables(): readonly string[] {
  const files = [...SECRET_KEYS].map((path) => `${environmentName(path)}_FILE`);
  return [CONFIG_FILE_VARIABLE, ...CLIENT_VARIABLES, ...KEY_PATHS.map(environmentName), ...files];
}

function unknownVariableText(name: string, meant: string | null): string {
  return meant === null
    ? `${name} is not a variable of Hushlink`
    : `${name} is not a variable of Hushlink; hint: did you mean ${PREFIX}${meant}?`;
}
