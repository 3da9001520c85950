import { whenBroughtBack } from '../brought-back.ts';

/** Longer than anybody takes for a double press; whoever has stopped the browser meanwhile can press again after it. */
const AGAIN_AFTER_MS = 3000;

/**
 * Drops a second press right after the first on a form marked `data-once`: it would be done twice, or the second
 * answer, which the browser shows, would only say that it is done already.
 */
export function sendOnce(page: Window, nowMs: () => number): void {
  let sentAtMs = new WeakMap<EventTarget, number>();
  page.document.addEventListener('submit', (event) => {
    const { target } = event;
    // An island has taken this press, and may leave the next one to the browser.
    if (event.defaultPrevented) return;
    if (!(target instanceof HTMLFormElement) || target.dataset.once === undefined) return;
    if (nowMs() - (sentAtMs.get(target) ?? -AGAIN_AFTER_MS) < AGAIN_AFTER_MS) event.preventDefault();
    else sentAtMs.set(target, nowMs());
  });
  // Whoever comes back has seen the answer.
  whenBroughtBack(page, () => {
    sentAtMs = new WeakMap();
  });
}
