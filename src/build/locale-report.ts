import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPack } from '#src/i18n/check-pack.ts';
import { flattenPack, openPacks } from '#src/i18n/packs.ts';
import { withoutCategory } from '#src/i18n/plural.ts';
import { DEFAULT_LOCALE } from '#src/i18n/texts.ts';
import { ARTICLE_NAMES } from '#src/markdown/article-files.ts';
import { folderResources } from '#src/resources.ts';
import { checkArticle } from './check-article.ts';
import { repeatedKeys } from './repeated-keys.ts';

/** Keys whose text is the same word as in English, by locale. */
const SAME = 'locales/checks/same-as-english.json';

/** What is to be mended in one language, a line each; none for one that is complete. */
export function reportOf(root: string, locale: string): readonly string[] {
  const resources = folderResources(root);
  const packs = openPacks(resources);
  const file = `locales/${locale}.json`;
  const english = flattenPack(packs.read(DEFAULT_LOCALE));
  const same: Readonly<Record<string, readonly string[]>> = JSON.parse(resources.text(SAME));
  const sameKeys = same[locale] ?? [];
  const pack = flattenPack(packs.read(locale));
  return [
    ...repeatedKeys(resources.text(file)).map((key) => `${file}: ${key} stands there twice`),
    ...checkPack({ locale, pack, english, sameAsEnglish: new Set(sameKeys) }).map(
      ({ key, problem }) => `${file}: ${key} ${problem}`,
    ),
    ...(locale === DEFAULT_LOCALE
      ? unusedKeys(root, english).map((key) => `${file}: ${key} is asked for by nothing`)
      : []),
    ...sameKeys
      .filter((key) => pack[key] !== english[key])
      .map((key) => `${SAME}: ${key} is not the same as English in ${locale}`),
    ...ARTICLE_NAMES.flatMap((name) => articleReport(name, locale, resources)),
  ];
}

/** Texts that no source names by their whole key. */
function unusedKeys(root: string, english: Readonly<Record<string, string>>): readonly string[] {
  const sources = globSync(['src/**/*.{ts,tsx}', 'views/**/*.{ts,tsx}'], { cwd: root });
  const code = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const named = new Set(Array.from(code.matchAll(/['"`]([\w.]+)['"`]/g), ([, name]) => name));
  return Object.keys(english).filter((key) => !named.has(withoutCategory(key)));
}

function articleReport(
  name: string,
  locale: string,
  { text, list }: ReturnType<typeof folderResources>,
): readonly string[] {
  const file = `${name}.${locale}.md`;
  if (!list('locales/info').includes(file)) return [`locales/info/${file}: is missing`];
  const problems = checkArticle(text(`locales/info/${file}`), text(`locales/info/${name}.en.md`), locale);
  return problems.map((problem) => `locales/info/${file}: ${problem}`);
}
