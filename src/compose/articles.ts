import type { Config } from '#src/config/config.ts';
import { languageTag } from '#src/i18n/language-tag.ts';
import type { Texts } from '#src/i18n/texts.ts';
import { type ArticleParts, renderArticle } from '#src/markdown/article.ts';
import {
  type ArticleFile,
  type ArticleFilesFailure,
  type ArticleFolders,
  readArticleFiles,
} from '#src/markdown/article-files.ts';
import { fail, ok, type Result } from '#src/result.ts';
import { infoValuesOf } from './info-values.ts';

/**
 * Reads the texts of the information pages and checks that each of the operator's can be shown. That ours can is
 * tested: to check them here would take longer than the rest of a start. Reads none if there are no such pages.
 */
export function readArticles(
  config: Config,
  texts: Pick<Texts, 'locales'>,
  ours: ArticleFolders['ours'],
): Result<readonly ArticleFile[], ArticleFilesFailure> {
  if (config.legal === null) return ok([]);
  const { folder } = config.legal;
  const files = readArticleFiles({ ours, own: folder, locales: texts.locales, defaultLocale: config.locales.default });
  if (!files.ok) return files;
  const problems = files.value.filter(({ isOurs }) => !isOurs).flatMap((file) => problemsOf(file, config));
  return problems.length > 0 ? fail({ kind: 'files', problems }) : files;
}

const HINT = 'docs/operations.md says which placeholders there are';
const UNDRAWN: ArticleParts = { address: () => '', support: () => '' };

function problemsOf(file: ArticleFile, config: Config): string[] {
  const rendered = articleOf(file, config, UNDRAWN);
  if (rendered.ok) return [];
  return rendered.failure.problems.map(({ line, problem }) => `${file.path}:${line} ${problem}; hint: ${HINT}`);
}

/** A text with the values of this site. */
export function articleOf(file: ArticleFile, config: Config, draw: ArticleParts) {
  if (config.legal === null) throw new Error('there are no information pages');
  return renderArticle(file.read(), {
    values: infoValuesOf(config, config.legal),
    lang: languageTag(file.locale),
    draw,
  });
}
