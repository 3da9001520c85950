export interface LanguageSwitchDeps {
  /** Codes that pages can be read in. */
  readonly locales: readonly string[];
  /** Null when the page speaks it, else what went wrong. */
  readonly changeLanguage: (locale: string) => Promise<string | null>;
  readonly log: (message: string, cause: unknown) => void;
  readonly warn: (message: string, cause: unknown) => void;
}

export interface LanguageSwitch {
  /** Puts the page into the language. What goes wrong is logged and no more; a second call while busy is dropped. */
  switchTo(locale: string): Promise<void>;
}

export function createLanguageSwitch({ locales, changeLanguage, log, warn }: LanguageSwitchDeps): LanguageSwitch {
  let isBusy = false;
  return {
    async switchTo(locale) {
      if (isBusy) return;
      if (!locales.includes(locale)) return warn('There is no such language here', locale);
      isBusy = true;
      const failure = await changeLanguage(locale);
      isBusy = false;
      if (failure !== null) log('The language was not switched', failure);
    },
  };
}
