/**
 * A browser may keep a page whole and show it again as it was left, whatever has become of its secret meanwhile: a page
 * marked `data-stale` is asked for anew then, and shows nothing until it has come.
 */
export function renewOnReturn(page: Window): void {
  page.addEventListener('pageshow', ({ persisted }) => {
    const main = page.document.querySelector<HTMLElement>('main[data-stale]');
    if (!persisted || main === null) return;
    main.hidden = true;
    const { location } = page;
    location.replace(location.pathname + location.search);
  });
}
