import { islandPlaces } from '../language/island-places.ts';

/** Where the script that starts the islands does not come, they are as without script: style sheets show their forms. */
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
