export interface LanguageSwitchDeps {
  /** Codes that pages can be read in. */
  readonly locales: readonly string[];
  /** Null when the server has taken it, else what went wrong. */
  readonly updateLocale: (locale: string) => Promise<string | null>;
  readonly reload: () => void;
  readonly log: (message: string, cause: unknown) => void;
}

export interface LanguageSwitch {
  /** Loads the page anew in the language. What goes wrong is logged and no more; a second call while busy is dropped. */
  switchTo(locale: string): Promise<void>;
}

export function createLanguageSwitch({ locales, updateLocale, reload, log }: LanguageSwitchDeps): LanguageSwitch {
  let isBusy = false;
  return {
    async switchTo(locale) {
      if (isBusy) return;
      if (!locales.includes(locale)) return log('There is no such language here', locale);
      isBusy = true;
      const failure = await updateLocale(locale);
      isBusy = false;
      if (failure === null) reload();
      else log('The language was not switched', failure);
    },
  };
}
