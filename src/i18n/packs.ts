import { MissingFile } from '#src/missing-file.ts';
import type { Resources } from '#src/resources.ts';

/** The texts of one language, nested by the parts of their keys. */
export type LanguagePack = Readonly<Record<string, unknown>>;

const FOLDER = 'locales';
const PACK = /^([\w-]+)\.json$/;

/** The language packs of an installation; each is read when it is asked for. */
export interface Packs {
  readonly locales: readonly string[];
  /** Throws for a locale that is not among them, and for a file that is no pack. */
  read(locale: string): LanguagePack;
}

/** Finds every `locales/{locale}.json`. Throws `MissingFile` when there is none. */
export function openPacks(resources: Pick<Resources, 'text' | 'list'>): Packs {
  const locales = resources.list(FOLDER).flatMap((name) => PACK.exec(name)?.[1] ?? []);
  if (locales.length === 0) throw new MissingFile(`${FOLDER}/en.json`);
  return { locales, read: (locale) => readPack(`${FOLDER}/${locale}.json`, resources) };
}

/** All texts of a pack by their whole key: `{ 'home.page.title': 'Share a secret' }`. */
export function flattenPack(pack: LanguagePack, prefix = ''): Record<string, string> {
  const entries = Object.entries(pack).flatMap(([name, value]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return isPack(value) ? Object.entries(flattenPack(value, key)) : [[key, String(value)] as const];
  });
  return Object.fromEntries(entries);
}

function readPack(file: string, resources: Pick<Resources, 'text'>): LanguagePack {
  const content: unknown = JSON.parse(resources.text(file));
  if (!isPack(content)) throw new Error(`${file} is not a language pack: it must be an object of texts`);
  return content;
}

function isPack(value: unknown): value is LanguagePack {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
