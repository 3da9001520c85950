import { resolve } from 'node:path';
import { fail, ok, type Result } from '#src/result.ts';
import { buildConfig, type Config } from './config.ts';
import { findCrossProblems } from './cross-checks.ts';
import { findCrossWarnings } from './cross-warnings.ts';
import type { Entry, Layer } from './entry.ts';
import {
  CONFIG_FILE_VARIABLE,
  type EnvironmentReader,
  readEnvironmentLayer,
  unknownVariableWarnings,
  unreadableFile,
  valueOfVariable,
} from './environment-layer.ts';
import { hintFor } from './hints.ts';
import { type ConfigFailure, type ConfigProblem, printable } from './problem.ts';
import { configSchema, isKeyPath, type KeyPath, type KeyValues, SECRET_KEYS } from './schema.ts';
import { readYamlLayer } from './yaml-layer.ts';

export interface ConfigInput extends EnvironmentReader {
  /** The text of `DEFAULT_PATH`, which an executable carries inside. */
  readonly defaultText: string;
}

/** The file with every key and its default, as problems name it. */
export const DEFAULT_PATH = 'config/hushlink.yaml';

export interface LoadedConfig {
  readonly config: Config;
  /** What the configuration was made of, for those who print it. */
  readonly values: KeyValues;
  /** For the operator, one line each; they stop nothing. */
  readonly warnings: readonly string[];
}

type Found = ReadonlyMap<KeyPath, Entry>;

/**
 * The configuration: the default YAML, over it the YAML that HUSHLINK_CONFIG names, over it the
 * environment. `readFile` gives a file's text or throws. Every problem is reported, not the first
 * alone; rules across keys are checked once each key is right by itself.
 */
export function loadConfig(input: ConfigInput): Result<LoadedConfig, ConfigFailure> {
  const layers = [readYamlLayer(input.defaultText, DEFAULT_PATH), readOwnYaml(input), readEnvironmentLayer(input)];
  const found: Found = new Map(layers.flatMap((layer) => layer.entries).map((entry) => [entry.path, entry]));
  const checked = checkKeys(found);
  const problems = [...layers.flatMap((layer) => layer.problems), ...(checked.ok ? [] : checked.failure.problems)];
  if (!checked.ok || problems.length > 0) return fail({ kind: 'config', problems });
  return finish(checked.value, found, input);
}

function readOwnYaml({ env, readFile, cwd }: EnvironmentReader): Layer {
  const path = valueOfVariable(env, CONFIG_FILE_VARIABLE);
  if (path === null) return { entries: [], problems: [] };
  let text: string;
  try {
    text = readFile(resolve(cwd, path));
  } catch (error) {
    return { entries: [], problems: [unreadableFile(CONFIG_FILE_VARIABLE, printable(path), error)] };
  }
  return readYamlLayer(text, path);
}

function checkKeys(found: Found): Result<KeyValues, ConfigFailure> {
  const given = Object.fromEntries([...found].map(([path, { value }]) => [path, value]));
  const parsed = configSchema.safeParse(given, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const firstByKey = new Map(parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue]));
  const problems = [...firstByKey.values()].reverse().map((issue) => problemOf(issue, found));
  return fail({ kind: 'config', problems });
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** What was wrong, as the schema met it. */
  readonly input?: unknown;
}

function problemOf(issue: Issue, found: Found): ConfigProblem {
  const [path, ...within] = issue.path;
  if (typeof path !== 'string' || !isKeyPath(path)) throw new Error(`No such key: ${String(path)}`);
  const entry = found.get(path);
  const source = entry?.source ?? { kind: 'file', file: DEFAULT_PATH, line: null };
  const isWhole = within.length === 0 || SECRET_KEYS.has(path);
  const got = isWhole ? gotOf(path, entry) : gotWithin(entry, issue);
  const allowed = `${placeWithin(within, got === null || SECRET_KEYS.has(path))}${issue.message}`;
  return { source, key: path, allowed, got, hint: hintFor(path, source) };
}

/** 'item 2: icon '; nothing for an item that is shown by itself. */
function placeWithin([index, ...fields]: readonly PropertyKey[], isHidden: boolean): string {
  if (index === undefined || (fields.length === 0 && !isHidden)) return '';
  return `item ${Number(index) + 1}: ${fields.map((field) => `${String(field)} `).join('')}`;
}

function gotOf(path: KeyPath, entry: Entry | undefined): string {
  return SECRET_KEYS.has(path) ? 'a value that is not shown' : printable(entry?.value);
}

/** Part of a list as it was written, or as it was read from text. null for an item of many fields. */
function gotWithin(entry: Entry | undefined, { path: [, index], input }: Issue): string | null {
  if (typeof input === 'object' && input !== null) return null;
  const isItem = typeof index === 'number' && Array.isArray(entry?.value) && typeof entry.value[index] !== 'object';
  return printable(isItem ? entry.value[index] : input);
}

function finish(values: KeyValues, found: Found, input: ConfigInput): Result<LoadedConfig, ConfigFailure> {
  const problems = findCrossProblems(values).map((problem): ConfigProblem => {
    const entry = found.get(problem.path);
    const source = entry?.source ?? { kind: 'file', file: DEFAULT_PATH, line: null };
    const got = values[problem.path] === null ? 'nothing' : gotOf(problem.path, entry);
    return { source, key: problem.path, allowed: problem.allowed, got, hint: problem.hint };
  });
  if (problems.length > 0) return fail({ kind: 'config', problems });
  const warnings = [...unknownVariableWarnings(input.env), ...findCrossWarnings(values)];
  return ok({ config: buildConfig(values, input.cwd), values, warnings });
}
