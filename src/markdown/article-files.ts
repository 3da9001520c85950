import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resources } from '#src/resources.ts';
import { fail, ok, type Result } from '#src/result.ts';

export const ARTICLE_NAMES = ['terms', 'privacy', 'security'] as const;

export type ArticleName = (typeof ARTICLE_NAMES)[number];

export interface ArticleFile {
  readonly name: ArticleName;
  /** Our code of its language. */
  readonly locale: string;
  readonly path: string;
  readonly read: () => string;
  /** Came with the software, and not from the operator. */
  readonly isOurs: boolean;
}

export interface ArticleFolders {
  readonly ours: Pick<Resources, 'text' | 'list'>;
  /** The operator's own; null without. */
  readonly own: string | null;
  /** Our codes of the languages that pages can be read in. */
  readonly locales: readonly string[];
  /** What a file without a language in its name is in. */
  readonly defaultLocale: string;
}

export interface ArticleFilesFailure {
  readonly kind: 'files';
  /** One line for the operator each. */
  readonly problems: readonly string[];
}

/**
 * Reads `terms.en.md` and the like of both folders, `terms.md` of the operator's too. What the operator has
 * in one language replaces ours in all: a visitor must not read two policies.
 */
export function readArticleFiles(folders: ArticleFolders): Result<readonly ArticleFile[], ArticleFilesFailure> {
  try {
    const ours = readOurs(folders.ours, folders.defaultLocale);
    const own = folders.own === null ? [] : readFolder(folders.own, folders.defaultLocale);
    const problems = own.flatMap((file) => problemsOf(file, folders.locales));
    if (folders.own !== null && own.length === 0) problems.push(`${folders.own} ${NO_ARTICLE}`);
    if (problems.length > 0) return fail({ kind: 'files', problems });
    return ok([...own, ...ours.filter(({ name }) => !own.some((file) => file.name === name))]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    return fail({ kind: 'files', problems: [`legal.folder cannot be read (${reason}); hint: ${READ_HINT}`] });
  }
}

const NO_ARTICLE = 'holds none of terms.md, privacy.md, security.md; hint: legal.folder: null shows the texts we bring';
const READ_HINT = 'the folder must be there, and the server allowed to read it and its files';

const OURS = 'locales/info';
const FILE = /^(terms|privacy|security)(?:\.([A-Za-z_-]+))?\.md$/;

function readOurs(resources: ArticleFolders['ours'], defaultLocale: string): ArticleFile[] {
  return resources.list(OURS).flatMap((file) => {
    const path = `${OURS}/${file}`;
    return toArticle(file, { path, defaultLocale, isOurs: true, read: () => resources.text(path) });
  });
}

function readFolder(folder: string, defaultLocale: string): ArticleFile[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const path = join(folder, file);
      // Now: a file that cannot be read must be found at the start.
      const text = FILE.test(file) ? readFileSync(path, 'utf8') : '';
      return toArticle(file, { path, defaultLocale, isOurs: false, read: () => text });
    });
}

/** Nothing where the file is no article by its name. */
function toArticle(
  file: string,
  { defaultLocale, ...place }: Omit<ArticleFile, 'name' | 'locale'> & { defaultLocale: string },
): ArticleFile[] {
  const [, name, locale = defaultLocale] = FILE.exec(file) ?? [];
  if (!isArticleName(name)) return [];
  return [{ name, locale: locale.replace('-', '_'), ...place }];
}

function isArticleName(name: string | undefined): name is ArticleName {
  return ARTICLE_NAMES.some((known) => known === name);
}

/** A file that nobody would ever be shown is a mistake. */
function problemsOf({ path, locale }: ArticleFile, locales: readonly string[]): string[] {
  return locales.includes(locale)
    ? []
    : [`${path} is in no language of this site; hint: there are ${locales.join(', ')}`];
}

/** The file of an article in a language; else in the site's own, in English, in any. */
export function articleFileFor(
  files: readonly ArticleFile[],
  name: ArticleName,
  locales: readonly string[],
): ArticleFile | null {
  const named = files.filter((file) => file.name === name);
  const found = locales.map((locale) => named.find((file) => file.locale === locale));
  return found.find((file) => file !== undefined) ?? named[0] ?? null;
}
