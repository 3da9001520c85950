import { createContext, useContext } from 'react';

export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key in the page's language; a number named `count` picks the plural form. */
export type Translate = (key: string, values?: TextValues) => string;

export interface PageTexts {
  readonly t: Translate;
  /** BCP 47, for `Intl`. */
  readonly lang: string;
}

export const TextsContext = createContext<PageTexts>({ t: (key) => key, lang: 'en' });

export function useTexts(): PageTexts {
  return useContext(TextsContext);
}
