import { islandPlaces } from '../language/island-places.ts';

/** Marks the islands if the script that starts them does not load: style sheets show their forms, as without script. */
export function markLostIslands(page: Document): void {
  const mark = () => {
    for (const place of islandPlaces(page)) place.dataset.lost = '';
  };
  // It does not bubble.
  page.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
      if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', mark);
      else mark();
    },
    true,
  );
}
