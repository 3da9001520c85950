import type { ComposeDeps } from '#src/compose.ts';
import type { Translator } from '#src/config/words-config.ts';
import type { TranslationsDeps } from '#src/features/pages/translations-pages.ts';
import { languageName, languageTag, textDirection } from '#src/i18n/language-tag.ts';
import type { TranslatedLanguage } from '#views/info/info-props.ts';
import type { Ground } from './ground.ts';

/** The page about who has translated the site. */
export function composeTranslations({ config, texts }: ComposeDeps, ground: Ground): TranslationsDeps {
  const { sourceUrl, contributionAddress, launched, translatedSince, translators } = config.words;
  const languages = listLanguages(texts.locales, translators);
  return {
    ...{ answers: ground.answers, askers: ground.askers, scheme: config.site.scheme },
    props: { languages, sourceUrl, contributionAddress, launched, translatedSince },
  };
}

/** The default language first, the others by what they call themselves. */
function listLanguages(locales: readonly string[], translators: readonly Translator[]): readonly TranslatedLanguage[] {
  const codes = [...new Set([...locales, ...translators.map(({ language }) => language)])];
  const [first, ...others] = codes.map((code) => ({
    ...{ code, tag: languageTag(code), name: languageName(code, codes), dir: textDirection(code) },
    isSupported: locales.includes(code),
    translators: translators.filter(({ language }) => language === code),
  }));
  return first === undefined ? [] : [first, ...others.sort((one, other) => one.name.localeCompare(other.name, 'en'))];
}
