import type { BrowserPack } from '../client/browser-texts.ts';
import type { PageGlobals } from '../page-globals.ts';

/** What the server wrote for the islands of a document. */
export function readPage(page: Document): PageGlobals {
  return JSON.parse(page.getElementById('page')?.textContent ?? '{}');
}

/** The texts of a page in its language. Rejects when one of their files does not come. */
export async function loadPack(urls: PageGlobals['packs']): Promise<BrowserPack> {
  const modules: { pack: BrowserPack }[] = await Promise.all(urls.map((url) => import(url)));
  return Object.assign({}, ...modules.map(({ pack }) => pack));
}
