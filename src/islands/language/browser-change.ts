import type { Client } from '../client/client.ts';
import { forgetfulStorage } from '../client/forgetful-storage.ts';
import { updateLocale } from '../settings/api.ts';
import { createLanguageChange, LOCALE_KEY, type NewPage } from './change.ts';
import { islandPlaces, pairPlaces } from './island-places.ts';
import { loadPack, readPage } from './load-pack.ts';
import type { Speech } from './speech.ts';

export interface BrowserChangeDeps {
  readonly client: Client;
  readonly speech: Speech;
  /** Draws the islands of the page as the new document has them. */
  readonly redraw: (next: Document) => void;
  readonly log: (message: string, cause: unknown) => void;
}

type BrowserWindow = Window & typeof globalThis;

/** The language change of a real page; resolves as `createLanguageChange` says. */
export function createBrowserChange(
  page: BrowserWindow,
  { client, speech, redraw, log }: BrowserChangeDeps,
): (locale: string) => Promise<string | null> {
  const { t } = speech.texts.peek();
  return createLanguageChange({
    storage: createLocaleStorage(page),
    updateLocale: (locale) => updateLocale(client, locale, t),
    fetchPage: () => fetchPage(page, redraw),
    speak: speech.speak,
    sayFailed: () => t('settings.language.failed'),
    log,
  });
}

async function fetchPage(page: BrowserWindow, redraw: (next: Document) => void): Promise<NewPage> {
  // What changes the document comes with the first change: most pages are read in one language.
  const { renewPage } = await import('./renew-page.ts');
  const address = withoutLanguage(page.location);
  const answer = await page.fetch(address, { headers: { accept: 'text/html' }, redirect: 'error' });
  const next = new page.DOMParser().parseFromString(await answer.text(), 'text/html');
  if (next.getElementById('page') === null) throw new Error(`the page came without islands (${answer.status})`);
  // A page that came in its place says what went wrong, and has other words.
  if (!answer.ok && lacksIslands(next, page.document)) throw new Error(`the page did not come (${answer.status})`);
  const { lang, packs } = readPage(next);
  const pack = await loadPack(packs);
  return {
    ...{ lang, pack },
    show() {
      // A clone, since nodes are taken out of it: islands look into the new document afterwards.
      renewPage(page.document, next.cloneNode(true) as Document);
      const { pathname, search, hash } = page.location;
      // By the address as it is now: somebody may have gone on to another screen.
      const unpinned = withoutLanguage(page.location);
      if (unpinned !== pathname + search) page.history.replaceState(page.history.state, '', unpinned + hash);
      redraw(next);
    },
  };
}

/** A language that the address asks for would count more than the chosen one. */
function withoutLanguage({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  if (!query.has('locale')) return pathname + search;
  query.delete('locale');
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

function lacksIslands(next: Document, open: Document): boolean {
  const places = islandPlaces(open);
  return pairPlaces(places, islandPlaces(next)).length < places.length;
}

/** The choice of this tab; the cookie that the server sets lasts. */
function createLocaleStorage(page: Window) {
  const { read, write, remove } = forgetfulStorage(() => page.sessionStorage);
  return {
    read: () => read(LOCALE_KEY),
    write: (locale: string | null) => (locale === null ? remove(LOCALE_KEY) : write(LOCALE_KEY, locale)),
  };
}
