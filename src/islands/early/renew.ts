import { loadAnew, whenBroughtBack } from '../brought-back.ts';

/**
 * A page that is brought back shows its secret as it was, whatever has become of it since. One marked `data-stale` is
 * loaded anew, and shows nothing until then.
 */
export function renewOnReturn(page: Window): void {
  whenBroughtBack(page, () => {
    const main = page.document.querySelector<HTMLElement>('main[data-stale]');
    if (main === null) return;
    main.hidden = true;
    loadAnew(page);
  });
}
