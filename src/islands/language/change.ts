import type { BrowserPack } from '../client/browser-texts.ts';

/** Where the chosen language is kept for this tab. */
export const LOCALE_KEY = 'locale';

/** A page of the site as the server draws it in another language. */
export interface NewPage {
  /** BCP 47. */
  readonly lang: string;
  readonly pack: BrowserPack;
  /** Puts its words into the page that is open. */
  readonly show: () => void;
}

export interface ChangeDeps {
  readonly storage: { read(): string | null; write(locale: string | null): void };
  /** Null when the server has taken it, else what the person should read. */
  readonly updateLocale: (locale: string) => Promise<string | null>;
  /** This page in the language that the server knows by now. Rejects when it or its texts do not come. */
  readonly fetchPage: () => Promise<NewPage>;
  readonly speak: (pack: BrowserPack, lang: string) => void;
  /** What is said when the words of a language do not come. */
  readonly sayFailed: () => string;
  readonly log: (message: string, cause: unknown) => void;
}

/**
 * Changes the language of the page that is open: keeps the choice for the tab, tells the server, then puts the new
 * words in the places of the old ones. What was typed stays. Resolves with what the person should read where it
 * did not work; then the page stays in the old language. A page has several places to choose a language in, so one
 * change waits for the other: the last one chosen is the one that stays.
 */
export function createLanguageChange(deps: ChangeDeps): (locale: string) => Promise<string | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (locale) => {
    const change = last.then(() => changeTo(locale, deps));
    last = change;
    return change;
  };
}

async function changeTo(locale: string, deps: ChangeDeps): Promise<string | null> {
  const before = deps.storage.read();
  deps.storage.write(locale);
  const refusal = await deps.updateLocale(locale);
  if (refusal !== null) {
    deps.storage.write(before);
    return refusal;
  }
  try {
    const page = await deps.fetchPage();
    deps.speak(page.pack, page.lang);
    page.show();
    return null;
  } catch (cause) {
    deps.log('The words of a language did not load', cause);
    return deps.sayFailed();
  }
}
