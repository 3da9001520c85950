import { isAbsolute, join } from 'node:path';
import { type Document, isMap, isNode, isScalar, type YAMLMap } from 'yaml';
import { nearest } from '#src/config/nearest.ts';
import { parseYaml } from '#src/config/yaml-text.ts';
import { ok, type Result } from '#src/result.ts';
import { MAX_TIMEOUT_SECONDS, parseDuration } from '../duration.ts';
import { type CliFailure, failed } from '../failure.ts';
import { parseServer } from '../site/server-address.ts';
import type { Profile, Profiles, TokenSource } from './profile.ts';
import { isProfileName, isProfileUser } from './profile-name.ts';
import { PROFILE_TEXTS } from './texts.ts';

export interface ProfilesPlace {
  /** As problems name the file. */
  readonly path: string;
  /** What a relative token_file or program starts from. */
  readonly folder: string;
  /** What `~` stands for. */
  readonly home: string | undefined;
}

const { allowed } = PROFILE_TEXTS;
const TOP_KEYS = ['default_profile', 'profiles'];
const PROFILE_KEYS = ['server', 'user', 'token_file', 'token_command', 'timeout', 'ttl'];

/** What is wrong with a key; its value is never repeated, for it may be a token. */
class Problem extends Error {
  readonly node: unknown;
  readonly key: string;
  constructor(node: unknown, key: string, sentence: string) {
    super(sentence);
    this.node = node;
    this.key = key;
  }
}

/** Reads config.yaml. The first thing that is wrong ends the reading, with its line. */
export function readProfiles(text: string, place: ProfilesPlace): Result<Profiles, CliFailure> {
  const { document, lines, fault } = parseYaml(text);
  const lineAt = (offset: number) => lines.linePos(offset).line || 1;
  if (fault !== null) {
    return failed('configuration', PROFILE_TEXTS.notYaml(place.path, lineAt(fault.offset), fault.code));
  }
  try {
    return ok(profilesIn(document, place));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const offset = isNode(problem.node) ? (problem.node.range?.[0] ?? 0) : 0;
    return failed('configuration', PROFILE_TEXTS.problem(place.path, lineAt(offset), problem.key, problem.message));
  }
}

function profilesIn(document: Document, place: ProfilesPlace): Profiles {
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { defaultName: undefined, all: [] };
  const top = entriesOf(contents, '', TOP_KEYS, document);
  const all = top.profiles ? profileList(top.profiles.node, document, place) : [];
  if (!top.default_profile) return { defaultName: undefined, all };
  const { node, value } = top.default_profile;
  if (!all.some(({ name }) => name === String(value)))
    throw new Problem(node, 'default_profile', allowed.defaultProfile);
  return { defaultName: String(value), all };
}

function profileList(node: unknown, document: Document, place: ProfilesPlace): Profile[] {
  if (!isMap(node)) throw new Problem(node, 'profiles', allowed.keys);
  return node.items.map(({ key, value }) => {
    const name = isScalar(key) ? String(key.value) : '';
    if (!isProfileName(name)) throw new Problem(key, 'profiles', allowed.name);
    return profileOf(name, value, document, place);
  });
}

function profileOf(name: string, node: unknown, document: Document, place: ProfilesPlace): Profile {
  const prefix = `profiles.${name}`;
  const entries = entriesOf(node, prefix, PROFILE_KEYS, document);
  const read = <Value>(key: string, reader: (value: unknown) => Value | undefined, sentence: string) => {
    const entry = entries[key];
    const value = entry && reader(entry.value);
    if (entry && value === undefined) throw new Problem(entry.node, `${prefix}.${key}`, sentence);
    return value;
  };
  const [server, user] = [read('server', readServer, allowed.server), read('user', readUser, allowed.user)];
  const file = read('token_file', (value) => readTokenFile(value, place), allowed.tokenFile);
  const command = read('token_command', (value) => readTokenCommand(value, place), allowed.tokenCommand);
  const tokenNode = entries.token_command?.node ?? entries.token_file?.node;
  if (file && command) throw new Problem(tokenNode, `${prefix}.token_command`, allowed.bothTokens);
  const token = file ?? command;
  if (token && !(server && user)) {
    throw new Problem(tokenNode, `${prefix}.${file ? 'token_file' : 'token_command'}`, allowed.withoutServer);
  }
  const timeoutSeconds = read('timeout', readTimeout, allowed.timeout);
  return { name, server, user, token, timeoutSeconds, ttl: read('ttl', readTtl, allowed.ttl) };
}

interface Entry {
  /** What a problem takes its line from: the key, or a map that is the value. */
  readonly node: unknown;
  readonly value: unknown;
}

function entriesOf(
  map: unknown,
  prefix: string,
  known: readonly string[],
  document: Document,
): Readonly<Record<string, Entry>> {
  if (!isMap(map)) throw new Problem(map, prefix || 'profiles', allowed.keys);
  return Object.fromEntries(map.items.map((pair) => entryOf(pair, prefix, known, document)));
}

function entryOf(
  { key, value }: YAMLMap['items'][number],
  prefix: string,
  known: readonly string[],
  document: Document,
): readonly [string, Entry] {
  const name = isScalar(key) ? String(key.value) : '';
  const path = prefix === '' ? name : `${prefix}.${name}`;
  if (!known.includes(name)) {
    const sentence = name === 'token' ? allowed.token : allowed.unknown(nearest(name, known));
    throw new Problem(key, path, sentence);
  }
  // Maps keep their nodes: what is in them has lines of its own.
  return [
    name,
    isMap(value) ? { node: value, value } : { node: key, value: isNode(value) ? value.toJS(document) : null },
  ];
}

function readServer(value: unknown): URL | undefined {
  return typeof value === 'string' ? parseServer(value) : undefined;
}

function readUser(value: unknown): string | undefined {
  return typeof value === 'string' && isProfileUser(value) ? value : undefined;
}

function readTokenFile(value: unknown, place: ProfilesPlace): TokenSource | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const path = pathFrom(value, place);
  return path === undefined ? undefined : { kind: 'file', path };
}

/** Where a path in the file leads, whatever the current folder; undefined for `~` without a home. */
function pathFrom(name: string, { folder, home }: ProfilesPlace): string | undefined {
  if (name.startsWith('~/')) return home === undefined ? undefined : join(home, name.slice(2));
  return isAbsolute(name) ? name : join(folder, name);
}

function readTokenCommand(value: unknown, place: ProfilesPlace): TokenSource | undefined {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return undefined;
  const [name = '', ...args] = value;
  // Never from the current folder: one that somebody was sent must not bring the program along.
  const program = name.includes('/') ? pathFrom(name, place) : name;
  return program ? { kind: 'command', program, args } : undefined;
}

function readTimeout(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TIMEOUT_SECONDS
    ? Number(value)
    : undefined;
}

function readTtl(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && parseDuration(text) !== undefined ? text : undefined;
}
