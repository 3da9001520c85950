import { resolve } from 'node:path';
import { fail, ok, type Result } from '#src/result.ts';
import { buildConfig, type Config } from './config.ts';
import { findCrossProblems, findCrossWarnings } from './cross-checks.ts';
import type { Entry, Layer } from './entry.ts';
import {
  configFileVariable,
  type EnvironmentReader,
  readEnvironmentLayer,
  unknownVariableWarnings,
  unreadableFile,
  valueOfVariable,
} from './environment-layer.ts';
import { keyHints } from './hints.ts';
import { type ConfigFailure, type ConfigProblem, printable } from './problem.ts';
import { configSchema, isKeyPath, type KeyPath, type KeyValues, secretKeys } from './schema.ts';
import { readYamlLayer } from './yaml-layer.ts';

export interface ConfigInput extends EnvironmentReader {
  /** The text of config/hushlink.yaml, which an executable carries inside. */
  readonly defaultText: string;
  /** What problems call that text. */
  readonly defaultPath: string;
}

export interface LoadedConfig {
  readonly config: Config;
  /** For the operator, one line each; they stop nothing. */
  readonly warnings: readonly string[];
}

type Found = ReadonlyMap<KeyPath, Entry>;

/**
 * The configuration: the default YAML, over it the YAML that HUSHLINK_CONFIG names, over it the
 * environment. `readFile` gives a file's text or throws. Every problem is reported, not the first
 * alone; rules that join keys are looked at once each key is right by itself.
 */
export function loadConfig(input: ConfigInput): Result<LoadedConfig, ConfigFailure> {
  const layers = [readYamlLayer(input.defaultText, input.defaultPath), readOwnYaml(input), readEnvironmentLayer(input)];
  const found: Found = new Map(layers.flatMap((layer) => layer.entries).map((entry) => [entry.path, entry]));
  const checked = checkKeys(found, input.defaultPath);
  const problems = [...layers.flatMap((layer) => layer.problems), ...(checked.ok ? [] : checked.failure.problems)];
  if (!checked.ok || problems.length > 0) return fail({ kind: 'config', problems });
  return finish(checked.value, found, input);
}

function readOwnYaml({ env, readFile, cwd }: EnvironmentReader): Layer {
  const path = valueOfVariable(env, configFileVariable);
  if (path === null) return { entries: [], problems: [] };
  try {
    return readYamlLayer(readFile(resolve(cwd, path)), path);
  } catch (error) {
    return { entries: [], problems: [unreadableFile(configFileVariable, printable(path), error)] };
  }
}

function checkKeys(found: Found, defaultPath: string): Result<KeyValues, ConfigFailure> {
  const parsed = configSchema.safeParse(Object.fromEntries([...found].map(([path, { value }]) => [path, value])));
  if (parsed.success) return ok(parsed.data);
  const firstByKey = new Map(parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue]));
  const problems = [...firstByKey.values()].reverse().map((issue) => problemOf(issue, found, defaultPath));
  return fail({ kind: 'config', problems });
}

function problemOf(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string },
  found: Found,
  defaultPath: string,
): ConfigProblem {
  const path = String(issue.path[0]);
  if (!isKeyPath(path)) throw new Error(`No such key: ${path}`);
  const entry = found.get(path);
  const source = entry?.source ?? { kind: 'file', file: defaultPath, line: null };
  return { source, key: path, allowed: issue.message, got: gotOf(path, entry, issue.path[1]), hint: keyHints[path] };
}

function gotOf(path: KeyPath, entry: Entry | undefined, index: PropertyKey | undefined): string {
  if (secretKeys.has(path)) return 'a value that is not shown';
  const value = entry?.value;
  const isItem = typeof index === 'number' && Array.isArray(value);
  return printable(isItem ? value[index] : value);
}

function finish(values: KeyValues, found: Found, input: ConfigInput): Result<LoadedConfig, ConfigFailure> {
  const problems = findCrossProblems(values).map((problem): ConfigProblem => {
    const entry = found.get(problem.path);
    const source = entry?.source ?? { kind: 'file', file: input.defaultPath, line: null };
    const got = secretKeys.has(problem.path) ? 'nothing' : printable(entry?.value);
    return { source, key: problem.path, allowed: problem.allowed, got, hint: problem.hint };
  });
  if (problems.length > 0) return fail({ kind: 'config', problems });
  const warnings = [...unknownVariableWarnings(input.env), ...findCrossWarnings(values)];
  return ok({ config: buildConfig(values, input.cwd), warnings });
}
