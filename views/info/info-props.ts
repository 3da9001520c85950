/** /info/{name}: a text to read. The same for everybody. */
export interface ArticleProps {
  readonly title: string;
  readonly lead: string | null;
  /** Safe HTML. */
  readonly html: string;
  /** Headings of the second level. */
  readonly contents: readonly { readonly id: string; readonly text: string }[];
  /** BCP 47: the text may be in another language than the page. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Ours, which a self-hoster is to replace, and not the operator's own. */
  readonly isSample: boolean;
}

/** /translations: the same for everybody who reads it in one language. */
export interface TranslationsProps {
  readonly languages: readonly TranslatedLanguage[];
  readonly sourceUrl: string | null;
  readonly contributionAddress: string | null;
  /** Years. */
  readonly launched: number | null;
  readonly translatedSince: number | null;
}

export interface TranslatedLanguage {
  /** Our code. */
  readonly code: string;
  /** BCP 47. */
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  /** Whether pages can be read in it. */
  readonly isSupported: boolean;
  readonly translators: readonly { readonly name: string; readonly url: string | null; readonly date: string | null }[];
}
