import type { ComposeDeps } from '#src/compose.ts';
import type { Config } from '#src/config/config.ts';
import type { CrawlerFilesDeps } from '#src/features/pages/crawler-files-http.ts';
import type { InfoPagesDeps } from '#src/features/pages/info-pages.ts';
import type { SecretFaceDeps } from '#src/features/secrets/secret-http.ts';
import { languageTag, textDirection } from '#src/i18n/language-tag.ts';
import { DEFAULT_LOCALE } from '#src/i18n/texts.ts';
import type { Article } from '#src/markdown/article.ts';
import { type ArticleFile, type ArticleName, articleFileFor } from '#src/markdown/article-files.ts';
import { emailLinkHtml } from '#views/info/email-link-html.tsx';
import type { ArticleProps } from '#views/info/info-props.ts';
import { supportHtml } from '#views/info/support-html.tsx';
import type { Page } from '#views/page-props.ts';
import { articleOf } from './articles.ts';
import type { Ground } from './ground.ts';

/** null: there are no such pages. An article is drawn once for each language that it is read in. */
export function composeInfo(deps: ComposeDeps, { answers }: Ground): InfoPagesDeps | null {
  const { config, articles } = deps;
  if (config.legal === null) return null;
  const kept = new Map<string, Page>();
  return {
    answers,
    article: (name, locale) => {
      const key = `${name} ${locale}`;
      const page: Page = kept.get(key) ?? { name: 'article', props: draw(deps, articles, name, locale) };
      kept.set(key, page);
      return page;
    },
  };
}

function draw(
  { config, texts }: ComposeDeps,
  files: readonly ArticleFile[],
  name: ArticleName,
  locale: string,
): ArticleProps {
  const file = articleFileFor(files, name, [locale, config.locales.default, DEFAULT_LOCALE]);
  if (file === null) throw new Error(`there is no article ${name}`);
  const words = { t: texts.translator(locale), lang: languageTag(locale) };
  const article = articleOf(file, config, {
    address: (address) => emailLinkHtml(address, words),
    support: supportHtml,
  });
  if (!article.ok) throw new Error(`${file.path} cannot be shown`);
  return propsOf(article.value, file, config);
}

function propsOf(article: Article, { locale, isOurs }: ArticleFile, { legal }: Config): ArticleProps {
  const isSample = isOurs && !legal?.isProviderNamed;
  return { ...article, lang: languageTag(locale), dir: textDirection(locale), isSample };
}

/** `security.txt` is there only where reports have an address and the site has a name and https. */
export function composeCrawlerFiles(
  { config, now }: ComposeDeps,
  { address }: Ground,
  { isHomeOpen }: Pick<SecretFaceDeps, 'isHomeOpen'>,
): CrawlerFilesDeps {
  const { site, legal, locales, secrets } = config;
  const { allowed, networks } = secrets.create;
  const isForAnybody = allowed === 'anyone' && networks.length === 0;
  const takesReports =
    legal !== null && legal.securityAddress !== null && site.host !== null && site.scheme === 'https';
  return {
    ...{ address, now },
    isHomeOpen: async (domain) => isForAnybody && (await isHomeOpen(domain)),
    security: takesReports
      ? {
          address: legal.securityAddress,
          origin: `https://${site.host}`,
          languages: [...new Set([languageTag(locales.default), languageTag(DEFAULT_LOCALE)])],
        }
      : null,
  };
}
