import { loadAnew, whenBroughtBack } from '../brought-back.ts';

/**
 * A page that is brought back shows its secret as it was, whatever has become of it: one marked `data-stale` is asked
 * for anew then, and shows nothing until it has come.
 */
export function renewOnReturn(page: Window): void {
  whenBroughtBack(page, () => {
    const main = page.document.querySelector<HTMLElement>('main[data-stale]');
    if (main === null) return;
    main.hidden = true;
    loadAnew(page);
  });
}
