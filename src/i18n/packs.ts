import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The texts of one language, nested by the parts of their keys. */
export type LanguagePack = Readonly<Record<string, unknown>>;

/** Reads every `{locale}.json` of a folder. Throws when the folder has none. */
export function readPacks(folder: string): Record<string, LanguagePack> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (files.length === 0) throw new Error(`${folder} holds no language pack`);
  return Object.fromEntries(files.map((file) => [basename(file, '.json'), readPack(join(folder, file))]));
}

/** All texts of a pack by their whole key: `{ 'home.page.title': 'Share a secret' }`. */
export function flattenPack(pack: LanguagePack, prefix = ''): Record<string, string> {
  const entries = Object.entries(pack).flatMap(([name, value]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return isPack(value) ? Object.entries(flattenPack(value, key)) : [[key, String(value)] as const];
  });
  return Object.fromEntries(entries);
}

function readPack(file: string): LanguagePack {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isPack(content)) throw new Error(`${file} is not a language pack: it must be an object of texts`);
  return content;
}

function isPack(value: unknown): value is LanguagePack {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
