import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { PageTexts } from '#src/ui/texts.tsx';
import { type BrowserPack, createBrowserTexts } from '../client/browser-texts.ts';

/** What the islands of a page say, and in which language. */
export interface Speech {
  readonly texts: ReadonlySignal<PageTexts>;
  /** From now on every text is taken from this pack, also by models that were made before. */
  speak(pack: BrowserPack, lang: string): void;
}

export function createSpeech(pack: BrowserPack, lang: string): Speech {
  let translate = createBrowserTexts(pack, lang);
  // A new function each time, so that whoever draws by it draws anew; all of them speak the latest language.
  const textsIn = (tag: string): PageTexts => ({ lang: tag, t: (key, values) => translate(key, values) });
  const texts = signal(textsIn(lang));
  return {
    texts,
    speak(newPack, newLang) {
      translate = createBrowserTexts(newPack, newLang);
      texts.value = textsIn(newLang);
    },
  };
}
