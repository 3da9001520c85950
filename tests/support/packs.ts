import { type LanguagePack, openPacks, type Packs } from '#src/i18n/packs.ts';
import { openResources } from '#src/resources.ts';

/** The packs of the release. */
export const releasePacks = openPacks(openResources());

/** English and these alone. */
export function onlyPacks(others: Readonly<Record<string, LanguagePack>>): Packs {
  const english = releasePacks.read('en');
  return { locales: ['en', ...Object.keys(others)], read: (locale) => others[locale] ?? english };
}
