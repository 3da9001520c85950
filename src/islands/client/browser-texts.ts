import { shownValues } from '#src/i18n/shown-values.ts';
import type { Translate } from '#src/ui/texts.tsx';

/** Texts by whole key, as the build writes them for one language. */
export type BrowserPack = Readonly<Record<string, string>>;

const PLACE = /\{\{(\w+)\}\}/g;

/** The server's translator, small enough for the browser: same keys, same results. */
export function createBrowserTexts(pack: BrowserPack, lang: string): Translate {
  const plurals = new Intl.PluralRules(lang);
  const show = shownValues(lang);
  return (key, values = {}) => {
    const text = pack[keyFor(pack, key, values.count, plurals)] ?? pack[key] ?? key;
    return text.replace(PLACE, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : show(value);
    });
  };
}

function keyFor(pack: BrowserPack, key: string, count: string | number | undefined, plurals: Intl.PluralRules): string {
  if (typeof count !== 'number') return key;
  const plural = `${key}_${plurals.select(count)}`;
  return plural in pack ? plural : `${key}_other`;
}
