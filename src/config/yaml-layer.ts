import { type Document, isAlias, isMap, isNode, isScalar, type LineCounter, type Pair, type YAMLMap } from 'yaml';
import type { Entry, Layer } from './entry.ts';
import { nearest } from './nearest.ts';
import type { ConfigProblem } from './problem.ts';
import { isKeyPath, KEY_PATHS, type KeyPath, LONG_NAMES } from './schema.ts';
import { parseYaml, type YamlFault } from './yaml-text.ts';

interface Reading {
  readonly file: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly entries: Entry[];
  readonly problems: ConfigProblem[];
}

/** Reads a YAML text into entries that know their line. `file` is only a name, for the problems. */
export function readYamlLayer(text: string, file: string): Layer {
  const { document, lines, fault } = parseYaml(text);
  const reading: Reading = { file, document, lines, entries: [], problems: [] };
  if (fault !== null) return { entries: [], problems: [notYaml(reading, fault)] };
  readTop(reading);
  return reading;
}

function readTop(reading: Reading): void {
  const { contents } = reading.document;
  if (isMap(contents)) readMap(reading, contents, []);
  else if (contents !== null && !(isScalar(contents) && contents.value === null))
    reading.problems.push(notKeys(reading));
}

function readMap(reading: Reading, map: YAMLMap, parents: readonly string[]): void {
  for (const pair of map.items)
    readPair(reading, pair, [...parents, String(isScalar(pair.key) ? pair.key.value : pair.key)]);
}

function readPair(reading: Reading, pair: Pair, parts: readonly string[]): void {
  const path = parts.join('.');
  const source = { kind: 'file', file: reading.file, line: lineOf(reading, pair.key) } as const;
  const key = keyOf(path);
  const value = isAlias(pair.value) ? pair.value.resolve(reading.document) : pair.value;
  if (key !== undefined && !(isSection(path) && isMap(value))) {
    const earlier = reading.entries.find((entry) => entry.path === key);
    if (earlier) reading.problems.push({ source, key: path, ...setTwice(path, earlier) });
    else reading.entries.push({ path: key, value: plainValue(reading, value), source });
    return;
  }
  if (!isSection(path)) reading.problems.push({ source, key: path, ...unknownKey(path) });
  else if (isMap(value)) readMap(reading, value, parts);
  else if (plainValue(reading, value) !== null) reading.problems.push({ source, key: path, ...notSection(path) });
}

function lineOf({ lines }: Reading, node: unknown): number | null {
  return isScalar(node) && node.range ? lines.linePos(node.range[0]).line : null;
}

function plainValue({ document }: Reading, node: unknown): unknown {
  return isNode(node) ? node.toJS(document) : null;
}

function keyOf(path: string): KeyPath | undefined {
  return isKeyPath(path) ? path : KEY_PATHS.find((known) => LONG_NAMES[known] === path);
}

function isSection(path: string): boolean {
  return KEY_PATHS.some((known) => known.startsWith(`${path}.`));
}

/** The parser refuses what is written twice alike, but not `site.name` beside `name` below `site`. */
function setTwice(path: string, { path: key, source }: Entry) {
  const place = source.kind === 'file' && source.line !== null ? `in line ${source.line}` : 'above';
  const allowed = path === key ? `is set ${place} already` : `is ${key}, which is set ${place} already`;
  return { allowed, got: null, hint: 'keep the one you mean' };
}

function unknownKey(path: string) {
  const meant = nearest(path, KEY_PATHS);
  const hint = meant === null ? 'config/hushlink.yaml lists every key' : `did you mean ${meant}?`;
  return { allowed: 'is not a known key', got: null, hint };
}

function notSection(path: string) {
  const first = KEY_PATHS.find((known) => known.startsWith(`${path}.`)) ?? path;
  return { allowed: 'must hold keys of its own', got: null, hint: `such as ${first}` };
}

function notYaml({ file, lines }: Reading, { code, offset }: YamlFault): ConfigProblem {
  const source = { kind: 'file', file, line: lines.linePos(offset).line } as const;
  const hint = 'look at the indentation, the quotes and for a key that stands twice';
  return { source, key: null, allowed: `must be valid YAML (${code})`, got: null, hint };
}

function notKeys({ file }: Reading): ConfigProblem {
  const source = { kind: 'file', file, line: 1 } as const;
  return { source, key: null, allowed: 'must hold keys with their values', got: null, hint: "such as 'data: ./data'" };
}
